// SPDX-License-Identifier: Apache-2.0
/** Nodes that change the relations of a message's originator. */
@NullMarked
package io.millrace.rule.node.relation;

import org.jspecify.annotations.NullMarked;
