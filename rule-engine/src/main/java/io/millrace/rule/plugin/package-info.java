// SPDX-License-Identifier: Apache-2.0
/** Nodes that others write: what a plugin's jar brings along, and what its nodes may touch. */
@NullMarked
package io.millrace.rule.plugin;

import org.jspecify.annotations.NullMarked;
