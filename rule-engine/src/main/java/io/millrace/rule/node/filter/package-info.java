// SPDX-License-Identifier: Apache-2.0
/** Nodes that choose the way of a message and leave it as it is. */
@NullMarked
package io.millrace.rule.node.filter;

import org.jspecify.annotations.NullMarked;
