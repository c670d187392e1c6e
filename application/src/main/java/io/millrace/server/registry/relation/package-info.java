// SPDX-License-Identifier: Apache-2.0
/** Relations between a tenant's entities: typed, directed, and searched in both directions. */
@NullMarked
package io.millrace.server.registry.relation;

import org.jspecify.annotations.NullMarked;
