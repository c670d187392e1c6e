// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** Starts a virtual thread for each run of a mailbox. */
final class VirtualThreads implements Dispatcher {

    private final ThreadFactory threads;
    private volatile boolean closed;

    VirtualThreads(String name) {
        threads = Thread.ofVirtual().name(name + "-", 1).factory();
    }

    @Override
    public void execute(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("the dispatcher is closed");
        }
        threads.newThread(task).start();
    }

    @Override
    public void close() {
        closed = true;
    }
}
