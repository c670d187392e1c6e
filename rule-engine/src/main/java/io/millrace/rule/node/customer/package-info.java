// SPDX-License-Identifier: Apache-2.0
/** Nodes that assign a message's originator to customers. */
@NullMarked
package io.millrace.rule.node.customer;

import org.jspecify.annotations.NullMarked;
