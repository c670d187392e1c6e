// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** A script that compiles. Shared by all threads; each thread that runs it makes an instance of its own. */
abstract class Program {

    private volatile boolean closed;

    /** An instance for the calling thread. */
    abstract ScriptInstance instantiate();

    /** Whether nobody will call the script any more; its instances may go. */
    final boolean isClosed() {
        return closed;
    }

    final void close() {
        closed = true;
    }
}
