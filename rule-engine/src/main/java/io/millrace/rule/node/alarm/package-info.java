// SPDX-License-Identifier: Apache-2.0
/** Nodes that create and clear alarms. */
@NullMarked
package io.millrace.rule.node.alarm;

import org.jspecify.annotations.NullMarked;
