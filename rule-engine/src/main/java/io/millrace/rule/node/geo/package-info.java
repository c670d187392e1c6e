// SPDX-License-Identifier: Apache-2.0
/** Nodes that work by where the originator is. */
@NullMarked
package io.millrace.rule.node.geo;

import org.jspecify.annotations.NullMarked;
