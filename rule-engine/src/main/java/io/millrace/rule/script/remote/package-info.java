// SPDX-License-Identifier: Apache-2.0
/**
 * JavaScript as the service uses it: {@link io.millrace.rule.script.remote.JavaScriptWorkers} starts worker processes,
 * sends them calls, kills those that hang, and runs the other calls of a killed process again. {@link
 * io.millrace.rule.script.remote.Dispatch} decides, without threads and processes of its own. No class of GraalJS is
 * loaded here.
 */
@NullMarked
package io.millrace.rule.script.remote;

import org.jspecify.annotations.NullMarked;
