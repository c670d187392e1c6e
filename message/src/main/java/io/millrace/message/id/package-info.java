// SPDX-License-Identifier: Apache-2.0
/** Typed ids: one record for each type of entity that code refers to by name; {@code EntityId} if the type is data. */
@NullMarked
package io.millrace.message.id;

import org.jspecify.annotations.NullMarked;
