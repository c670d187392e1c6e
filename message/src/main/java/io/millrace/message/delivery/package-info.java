// SPDX-License-Identifier: Apache-2.0
/**
 * The interface between the queue and the rule engine: an attempt, its result, and the path that it took. Both depend
 * on this package and not on each other.
 */
@NullMarked
package io.millrace.message.delivery;

import org.jspecify.annotations.NullMarked;
