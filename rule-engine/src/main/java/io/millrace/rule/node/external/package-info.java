// SPDX-License-Identifier: Apache-2.0
/** Nodes that call external systems. */
@NullMarked
package io.millrace.rule.node.external;

import org.jspecify.annotations.NullMarked;
