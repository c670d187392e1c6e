// SPDX-License-Identifier: Apache-2.0
/** Nodes that send messages between chains or end their delivery. */
@NullMarked
package io.millrace.rule.node.flow;

import org.jspecify.annotations.NullMarked;
