// SPDX-License-Identifier: Apache-2.0
/** Nodes that change a message. */
@NullMarked
package io.millrace.rule.node.transform;

import org.jspecify.annotations.NullMarked;
