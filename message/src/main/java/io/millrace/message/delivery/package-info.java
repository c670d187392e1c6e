// SPDX-License-Identifier: Apache-2.0
/**
 * What the queue and the rule engine say to each other about a message under way: an attempt, how it ended, and the
 * path that it took. The two know this vocabulary and not each other.
 */
@NullMarked
package io.millrace.message.delivery;

import org.jspecify.annotations.NullMarked;
