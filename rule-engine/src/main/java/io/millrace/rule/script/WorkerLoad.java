// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/**
 * A snapshot of the processes that run JavaScript.
 *
 * @param processes running processes, the spare included
 * @param ownProcesses tenants with a process of their own, because one of their scripts had to be killed
 * @param killed processes that were killed, or ended by themselves, so far
 * @param again calls that ran again so far, because their process was killed or ended
 * @param calls calls at the processes, running or waiting there
 * @param bytes bytes of the calls at the shared process, about
 */
public record WorkerLoad(
        int processes, int ownProcesses, long killed, long again, int calls, long bytes) {}
