// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/**
 * What script engines are doing at one moment.
 *
 * @param threads threads that run scripts or wait for the next, without those given up
 * @param running calls under way, without those given up
 * @param waiting calls that wait for a thread, or for their originator's call before them
 * @param refused calls refused until now because there was no room, or no thread
 * @param givenUpThreads threads that hang in a script that cannot be stopped
 */
public record ScriptLoad(int threads, int running, int waiting, long refused, int givenUpThreads) {}
