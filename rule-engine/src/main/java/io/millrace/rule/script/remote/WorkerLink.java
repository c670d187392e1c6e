// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.remote.Dispatch.Batch;
import io.millrace.rule.script.remote.Dispatch.Ended;
import io.millrace.rule.script.worker.frame.FrameWriter;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two threads of a process: the writer sends it everything that may start, in one piece; the reader takes its
 * answers, and runs what depends on them. A process whose frames cannot be written or read is killed.
 */
final class WorkerLink {

    /** What the threads ask for, and report to. */
    interface Jobs {

        /** Waits for something to send; null if the process has died. */
        @Nullable Batch nextBatch(WorkerProcess process);

        /** Takes frames of the process, and returns the jobs that they end. */
        List<Ended> handle(WorkerProcess process, List<FromWorker> frames);

        /** Answers jobs that have ended. */
        void finish(List<Ended> ended);

        /** Takes notice that the output of the process has ended. */
        void ended(WorkerProcess process);

        /** True if the process was killed on purpose, or is known to have ended. */
        boolean isDead(WorkerProcess process);
    }

    private static final Logger log = LoggerFactory.getLogger(WorkerLink.class);

    private final WorkerProcess process;
    private final ScriptSettings scripts;
    private final Jobs jobs;

    private WorkerLink(WorkerProcess process, ScriptSettings scripts, Jobs jobs) {
        this.process = process;
        this.scripts = scripts;
        this.jobs = jobs;
    }

    /** Starts the threads of a process; they end with it. */
    static void start(WorkerProcess process, ScriptSettings scripts, Jobs jobs) {
        WorkerLink link = new WorkerLink(process, scripts, jobs);
        startThread("script-writer-" + process.pid(), link::write);
        startThread("script-reader-" + process.pid(), link::read);
    }

    private static void startThread(String name, Runnable task) {
        Thread.ofPlatform().daemon().name(name).start(task);
    }

    private void write() {
        try (OutputStream out = process.input()) {
            FrameWriter frames = new FrameWriter();
            frames.add(new ToWorker.Settings(scripts));
            frames.writeTo(out);
            for (Batch batch = jobs.nextBatch(process);
                    batch != null;
                    batch = jobs.nextBatch(process)) {
                jobs.finish(batch.ended());
                for (Supplier<ToWorker> each : batch.frames()) {
                    frames.add(each.get());
                }
                if (frames.size() > 0) {
                    frames.writeTo(out);
                }
            }
        } catch (IOException _) {
            // The reader notices the end of the process.
        } catch (RuntimeException | OutOfMemoryError e) {
            log.error(
                    "Cannot send calls to the JavaScript process {}; killing it", process.pid(), e);
        } finally {
            process.kill();
        }
    }

    private void read() {
        try {
            for (List<FromWorker> batch = process.read();
                    !batch.isEmpty();
                    batch = process.read()) {
                jobs.finish(jobs.handle(process, batch));
            }
        } catch (EOFException _) {
            // The process ended while it wrote a frame.
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            if (!jobs.isDead(process)) {
                log.error(
                        "Cannot read from the JavaScript process {}; killing it", process.pid(), e);
            }
        }
        jobs.ended(process);
    }
}
