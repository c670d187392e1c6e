// SPDX-License-Identifier: Apache-2.0
/** Nodes that use the originator's position. */
@NullMarked
package io.millrace.rule.node.geo;

import org.jspecify.annotations.NullMarked;
