// SPDX-License-Identifier: Apache-2.0
/** Nodes that lead a message between chains or end it. */
@NullMarked
package io.millrace.rule.node.flow;

import org.jspecify.annotations.NullMarked;
