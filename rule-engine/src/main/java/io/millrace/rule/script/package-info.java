// SPDX-License-Identifier: Apache-2.0
/**
 * Scripts as nodes use them: a {@link io.millrace.rule.script.ScriptConfiguration} is compiled by {@link
 * io.millrace.rule.script.Scripts} to a {@link io.millrace.rule.script.Script}, which is called with messages. The
 * packages below run them. {@code engine} has both languages. TBEL runs on the threads of {@code pool} in the service.
 * JavaScript runs on the threads of {@code pool} in processes, which {@code remote} starts and whose main class is in
 * {@code worker}; they speak frames ({@code worker.frame}). {@code javascript} and {@code tbel} know neither each other
 * nor the pool; {@code language} is what pool and languages share.
 */
@NullMarked
package io.millrace.rule.script;

import org.jspecify.annotations.NullMarked;
