// SPDX-License-Identifier: Apache-2.0
/** The script engines as the application starts them: both languages. */
@NullMarked
package io.millrace.rule.script.engine;

import org.jspecify.annotations.NullMarked;
