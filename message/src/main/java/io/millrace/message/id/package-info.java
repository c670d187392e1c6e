// SPDX-License-Identifier: Apache-2.0
/** Typed ids. One record for each kind of thing that code holds on to by name; {@code EntityId} where the kind is data. */
@NullMarked
package io.millrace.message.id;

import org.jspecify.annotations.NullMarked;
