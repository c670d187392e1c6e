// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.language;

/** A compiled script. Shared by all threads; each thread that runs it creates an instance of its own. */
public abstract class Program {

    private volatile boolean closed;

    /** Creates an instance for the calling thread. */
    public abstract ProgramInstance instantiate();

    /** True if the script is not called any more, so its instances can be evicted. */
    public final boolean isClosed() {
        return closed;
    }

    public final void close() {
        closed = true;
    }
}
