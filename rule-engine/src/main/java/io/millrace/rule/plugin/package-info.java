// SPDX-License-Identifier: Apache-2.0
/** Nodes of plugins: what a plugin's jar provides, and the ports that its nodes may use. */
@NullMarked
package io.millrace.rule.plugin;

import org.jspecify.annotations.NullMarked;
