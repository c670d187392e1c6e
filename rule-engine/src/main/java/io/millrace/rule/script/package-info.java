// SPDX-License-Identifier: Apache-2.0
/** Scripts in TBEL and JavaScript: compiled once, run under limits on time and memory. */
@NullMarked
package io.millrace.rule.script;

import org.jspecify.annotations.NullMarked;
