// SPDX-License-Identifier: Apache-2.0
/** The node that calculates, and its expressions. */
@NullMarked
package io.millrace.rule.node.math;

import org.jspecify.annotations.NullMarked;
