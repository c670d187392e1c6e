// SPDX-License-Identifier: Apache-2.0
/** Sends of nodes to other systems by clients that the nodes bring: the port, and its implementation with limits. */
@NullMarked
package io.millrace.rule.sending;

import org.jspecify.annotations.NullMarked;
