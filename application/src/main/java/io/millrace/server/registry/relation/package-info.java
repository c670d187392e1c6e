// SPDX-License-Identifier: Apache-2.0
/** Relations between a tenant's entities: typed, directed, and walked from either end. */
@NullMarked
package io.millrace.server.registry.relation;

import org.jspecify.annotations.NullMarked;
