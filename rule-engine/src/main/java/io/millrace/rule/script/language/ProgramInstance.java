// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.language;

/** A script that is ready to run in one thread, one call after the other. */
public interface ProgramInstance extends AutoCloseable {

    /**
     * Ends the call under way as soon as the engine can, and every later one at its begin: the thread of a call may be
     * suspended just before the script starts. Called by another thread; returns at once.
     */
    void stop();

    /** True if the next call would find the same state as this one did. */
    boolean isReusable();

    @Override
    void close();
}
