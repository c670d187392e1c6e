// SPDX-License-Identifier: Apache-2.0
/**
 * The process that runs JavaScript, so that a script that cannot be stopped can be killed. {@link
 * io.millrace.rule.script.worker.ScriptWorker} is its main class; {@code io.millrace.rule.script.remote} starts it.
 */
@NullMarked
package io.millrace.rule.script.worker;

import org.jspecify.annotations.NullMarked;
