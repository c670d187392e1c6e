// SPDX-License-Identifier: Apache-2.0
/** Nodes that route messages and do not change them. */
@NullMarked
package io.millrace.rule.node.filter;

import org.jspecify.annotations.NullMarked;
