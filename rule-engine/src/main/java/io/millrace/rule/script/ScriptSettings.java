// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.time.Duration;

/**
 * The limits of scripts. Both languages have the same time per call, so that a chain behaves the same in either
 * language.
 *
 * @param threads platform threads of the pool; each is started when calls need it
 * @param threadsPerTenant calls of one tenant that may run at a time; fewer than {@code threads}, so that a tenant
 *     whose scripts hang leaves threads to the others. (An originator has one call running at a time in any case.)
 * @param queue calls that may wait for a thread. Of these a tenant may have as many as it leaves places free, an
 *     originator as many as it leaves to its tenant: a single tenant half of them, a single originator a third. Beyond
 *     that a call fails at once.
 * @param timePerCall wall time of one call
 * @param tbelMemory bytes that the values of one TBEL call may hold, by TBEL's own count
 * @param allocation bytes that the thread may allocate during one call, garbage included
 * @param maxBody characters of a script
 * @param maxArguments characters of payload, metadata and type together
 * @param maxResult characters of a call's result, as JSON
 * @param instances script instances over all threads; a thread's least recently used ones are evicted. A thread may
 *     always keep {@code instances / threads}, so for a while there may be twice as many. A JavaScript instance holds a
 *     context of about 100 KB.
 * @param abandonedThreads threads that may be abandoned because their script cannot be stopped; each of them is
 *     replaced until it ends by itself
 */
public record ScriptSettings(
        int threads,
        int threadsPerTenant,
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
        requirePositive("threadsPerTenant", threadsPerTenant);
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
                    "abandonedThreads: expected 0 or more, got " + abandonedThreads);
        }
    }

    /**
     * Returns the defaults: as many calls of one tenant as there are cores (at least two), four times as many threads,
     * 500 ms per call, and ThingsBoard's sizes.
     */
    public static ScriptSettings defaults() {
        int threadsPerTenant = Math.max(2, Runtime.getRuntime().availableProcessors());
        int threads = 4 * threadsPerTenant;
        return new ScriptSettings(
                threads,
                threadsPerTenant,
                20_000,
                Duration.ofMillis(500),
                8 * MEBIBYTE,
                64 * MEBIBYTE,
                50_000,
                100_000,
                300_000,
                Math.max(256, 16 * threads),
                threads);
    }

    /** One tenant's part of the abandoned threads that are replaced: the same fraction as of all threads. */
    public int abandonedThreadsPerTenant() {
        return (int) ((long) abandonedThreads * Math.min(threadsPerTenant, threads) / threads);
    }

    public ScriptSettings withThreads(int newThreads) {
        return new ScriptSettings(
                newThreads,
                threadsPerTenant,
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

    public ScriptSettings withThreadsPerTenant(int newThreadsPerTenant) {
        return new ScriptSettings(
                threads,
                newThreadsPerTenant,
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
                threadsPerTenant,
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
                threadsPerTenant,
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
                threadsPerTenant,
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
                threadsPerTenant,
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
                threadsPerTenant,
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
            throw new IllegalArgumentException(name + ": expected a positive number, got " + value);
        }
    }
}
