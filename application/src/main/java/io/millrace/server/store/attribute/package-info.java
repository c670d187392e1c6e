// SPDX-License-Identifier: Apache-2.0
/** Attributes in PostgreSQL: one typed value for each entity, scope and key. */
@NullMarked
package io.millrace.server.store.attribute;

import org.jspecify.annotations.NullMarked;
