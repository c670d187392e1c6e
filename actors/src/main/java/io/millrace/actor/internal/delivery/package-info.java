// SPDX-License-Identifier: Apache-2.0
/**
 * The way of a message from its sender to its recipient: through send middleware and references. Internal: only for
 * the packages of this library.
 */
@NullMarked
package io.millrace.actor.internal.delivery;

import org.jspecify.annotations.NullMarked;
