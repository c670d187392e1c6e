// SPDX-License-Identifier: Apache-2.0
/** Nodes that store, log or command something. */
@NullMarked
package io.millrace.rule.node.action;

import org.jspecify.annotations.NullMarked;
