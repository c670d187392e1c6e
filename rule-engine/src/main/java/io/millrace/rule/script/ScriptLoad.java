// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/**
 * A snapshot of the load of script engines.
 *
 * @param threads threads of the pool that run scripts or are idle, without abandoned ones
 * @param running calls under way, also in the threads of nodes, without those given up
 * @param waiting calls that wait for a thread, or for their originator's call before them
 * @param refused calls refused so far because there was no room, or no thread
 * @param givenUpThreads abandoned threads: they hang in a script that cannot be stopped
 */
public record ScriptLoad(int threads, int running, int waiting, long refused, int givenUpThreads) {}
