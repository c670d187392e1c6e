// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.time.Duration;

/**
 * What scripts may use. Both languages share the time per call, so that a chain behaves alike whichever language its
 * nodes are written in.
 *
 * @param threads platform threads that run scripts
 * @param queue calls that may wait for a thread; beyond it a call fails at once
 * @param timePerCall wall time of one call
 * @param tbelMemory bytes that the values of one TBEL call may hold, by TBEL's own count
 * @param allocation bytes that the thread may allocate during one call, garbage included
 * @param maxBody characters of a script
 * @param maxArguments characters of payload, metadata and type together
 * @param maxResult characters of what a call returns, as JSON
 * @param instances scripts made ready to run, over all threads; the least recently used ones make room. One in
 *     JavaScript holds a context of about 100 KB
 * @param abandonedThreads threads that may be given up because their script cannot be stopped; each of them is
 *     replaced until it ends by itself
 */
public record ScriptSettings(
        int threads,
        int queue,
        Duration timePerCall,
        long tbelMemory,
        long allocation,
        int maxBody,
        int maxArguments,
        int maxResult,
        int instances,
        int abandonedThreads) {

    private static final long MEBIBYTE = 1024 * 1024;

    public ScriptSettings {
        requirePositive("threads", threads);
        requirePositive("queue", queue);
        requirePositive("timePerCall", timePerCall.toNanos());
        requirePositive("tbelMemory", tbelMemory);
        requirePositive("allocation", allocation);
        requirePositive("maxBody", maxBody);
        requirePositive("maxArguments", maxArguments);
        requirePositive("maxResult", maxResult);
        requirePositive("instances", instances);
        if (abandonedThreads < 0) {
            throw new IllegalArgumentException(
                    "abandonedThreads: expected no negative number, but got " + abandonedThreads);
        }
    }

    /** A thread per core (two at least), 500 ms per call, and ThingsBoard's sizes. */
    public static ScriptSettings defaults() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        return new ScriptSettings(
                threads,
                10_000,
                Duration.ofMillis(500),
                8 * MEBIBYTE,
                64 * MEBIBYTE,
                50_000,
                100_000,
                300_000,
                256,
                threads);
    }

    public ScriptSettings withThreads(int newThreads) {
        return new ScriptSettings(
                newThreads,
                queue,
                timePerCall,
                tbelMemory,
                allocation,
                maxBody,
                maxArguments,
                maxResult,
                instances,
                abandonedThreads);
    }

    public ScriptSettings withQueue(int newQueue) {
        return new ScriptSettings(
                threads,
                newQueue,
                timePerCall,
                tbelMemory,
                allocation,
                maxBody,
                maxArguments,
                maxResult,
                instances,
                abandonedThreads);
    }

    public ScriptSettings withTimePerCall(Duration newTimePerCall) {
        return new ScriptSettings(
                threads,
                queue,
                newTimePerCall,
                tbelMemory,
                allocation,
                maxBody,
                maxArguments,
                maxResult,
                instances,
                abandonedThreads);
    }

    public ScriptSettings withAllocation(long newAllocation) {
        return new ScriptSettings(
                threads,
                queue,
                timePerCall,
                tbelMemory,
                newAllocation,
                maxBody,
                maxArguments,
                maxResult,
                instances,
                abandonedThreads);
    }

    public ScriptSettings withInstances(int newInstances) {
        return new ScriptSettings(
                threads,
                queue,
                timePerCall,
                tbelMemory,
                allocation,
                maxBody,
                maxArguments,
                maxResult,
                newInstances,
                abandonedThreads);
    }

    public ScriptSettings withAbandonedThreads(int newAbandonedThreads) {
        return new ScriptSettings(
                threads,
                queue,
                timePerCall,
                tbelMemory,
                allocation,
                maxBody,
                maxArguments,
                maxResult,
                instances,
                newAbandonedThreads);
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(
                    name + ": expected a positive number, but got " + value);
        }
    }
}
