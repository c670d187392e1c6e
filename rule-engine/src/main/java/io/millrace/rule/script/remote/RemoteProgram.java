// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.javascript.JavaScriptTraits;
import io.millrace.rule.script.worker.frame.ToWorker;

/** A script whose syntax has been checked. Workers learn of it before their first call of it. */
final class RemoteProgram {

    private final ToWorker.Define definition;
    private final boolean readsMetadata;
    private volatile boolean closed;

    RemoteProgram(long id, String body, ArgumentNames names) {
        this.definition = new ToWorker.Define(id, body, names);
        this.readsMetadata = JavaScriptTraits.of(body, names).readsMetadata();
    }

    long id() {
        return definition.program();
    }

    ToWorker.Define definition() {
        return definition;
    }

    /** Bytes that the text takes at a worker, about. */
    long bytes() {
        return 1024 + 2L * definition.body().length();
    }

    boolean readsMetadata() {
        return readsMetadata;
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }
}
