// SPDX-License-Identifier: Apache-2.0
/**
 * Scripts as nodes use them: a {@link io.millrace.rule.script.ScriptConfiguration} is compiled by {@link
 * io.millrace.rule.script.Scripts} to a {@link io.millrace.rule.script.Script}, which is called with messages. The
 * packages below run them; from top to bottom {@code engine}, {@code pool}, the languages {@code javascript} and {@code
 * tbel}, which do not know each other or the pool, and {@code language}, what pool and languages share.
 */
@NullMarked
package io.millrace.rule.script;

import org.jspecify.annotations.NullMarked;
