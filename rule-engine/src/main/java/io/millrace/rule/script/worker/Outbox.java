// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker;

import io.millrace.rule.script.worker.frame.FrameWriter;
import io.millrace.rule.script.worker.frame.FromWorker;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The frames to the service. A thread writes all that have gathered while it wrote the former ones. */
final class Outbox implements Runnable {

    /** Bytes that may wait; beyond it the threads of scripts wait. */
    private static final int MAX_WAITING = 4 * 1024 * 1024;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Condition room = lock.newCondition();
    private FrameWriter gathered = new FrameWriter();
    private boolean idle;

    Outbox(OutputStream out) {
        this.out = out;
    }

    void start() {
        Thread.ofPlatform().daemon().name("script-outbox").start(this);
    }

    /** Adds a frame; waits for room. */
    void send(FromWorker frame) {
        lock.lock();
        try {
            while (gathered.size() > MAX_WAITING) {
                room.awaitUninterruptibly();
            }
            add(frame);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a small frame without waiting for room. */
    void sendAtOnce(FromWorker frame) {
        lock.lock();
        try {
            add(frame);
        } finally {
            lock.unlock();
        }
    }

    private void add(FromWorker frame) {
        gathered.add(frame);
        if (idle) {
            idle = false;
            something.signal();
        }
    }

    @Override
    public void run() {
        FrameWriter writing = new FrameWriter();
        while (true) {
            writing = exchange(writing);
            try {
                writing.writeTo(out);
            } catch (IOException e) {
                // The service has ended.
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Waits for frames, and returns all that have gathered; further ones gather in the given empty writer. */
    private FrameWriter exchange(FrameWriter empty) {
        lock.lock();
        try {
            while (gathered.size() == 0) {
                idle = true;
                something.awaitUninterruptibly();
            }
            idle = false;
            FrameWriter full = gathered;
            gathered = empty;
            room.signalAll();
            return full;
        } finally {
            lock.unlock();
        }
    }
}
