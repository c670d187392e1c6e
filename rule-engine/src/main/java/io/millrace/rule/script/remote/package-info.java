// SPDX-License-Identifier: Apache-2.0
/**
 * JavaScript as the service uses it: {@link io.millrace.rule.script.remote.JavaScriptWorkers} compiles scripts whose
 * calls run in worker processes. {@link io.millrace.rule.script.remote.WorkerProcesses} starts the processes, kills those
 * that hang, and runs the other calls of a killed process again; {@link io.millrace.rule.script.remote.WorkerLink} moves
 * the frames to and from a process. {@link io.millrace.rule.script.remote.Dispatch} decides, without threads and
 * processes of its own. No class of GraalJS is loaded here.
 */
@NullMarked
package io.millrace.rule.script.remote;

import org.jspecify.annotations.NullMarked;
