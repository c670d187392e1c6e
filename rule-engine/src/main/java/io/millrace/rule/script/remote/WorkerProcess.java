// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.rule.script.worker.frame.FrameReader;
import io.millrace.rule.script.worker.frame.FromWorker;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** A running worker: its process, and what the supervisor knows of it. */
final class WorkerProcess extends Worker {

    private static final String MAIN_CLASS = "io.millrace.rule.script.worker.ScriptWorker";

    /** Frames that are handled at once. */
    private static final int MAX_BATCH = 256;

    /** Ticks without a frame after which a process is killed. */
    private static final int SILENT_TICKS = 20;

    /** Processor time during these ticks that shows that the process is not waiting for a processor. */
    private static final long MUCH_CPU_NANOS = Duration.ofSeconds(1).toNanos();

    /** Ticks that a process may take to start. */
    private static final int START_TICKS = 600;

    /** What the JVM, or the system's linker, may need. No setting of the service is among them. */
    private static final List<String> ENVIRONMENT =
            List.of("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR");

    private final Process process;
    private final FrameReader<FromWorker> frames;
    private final Condition wake;
    private boolean idle;
    private int ticks;
    private long framesAtTick;
    private long cpuBefore;

    private volatile boolean reading;
    private final AtomicLong framesRead = new AtomicLong();

    /** Takes a started process; its writer waits on the given condition of the workers' lock. */
    private WorkerProcess(Process process, Condition wake) {
        this.process = process;
        this.frames = FrameReader.inService(process.getInputStream());
        this.wake = wake;
    }

    static WorkerProcess start(WorkerCommand command, WorkerSettings settings, Condition wake)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command.of(MAIN_CLASS, options(settings)))
                        .redirectError(Redirect.INHERIT);
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(ENVIRONMENT);
        return new WorkerProcess(builder.start(), wake);
    }

    private static List<String> options(WorkerSettings settings) {
        Locale locale = Locale.getDefault();
        return List.of(
                "-Xmx" + settings.heap(),
                // Otherwise a sixty-fourth of the machine's memory.
                "-Xms32m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                // Thread dumps and warnings of the JVM would be taken for frames.
                "-XX:+DisplayVMOutputToStderr",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // Dates and texts of scripts are those of the service.
                "-Duser.timezone=" + TimeZone.getDefault().getID(),
                "-Duser.language=" + locale.getLanguage(),
                "-Duser.country=" + locale.getCountry(),
                // Nothing is logged there, and loading a logger takes long.
                "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
                "-Dslf4j.internal.verbosity=ERROR");
    }

    long pid() {
        return process.pid();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    /** Waits for frames and returns those that have arrived; an empty list at the end of the process's output. */
    List<FromWorker> read() throws IOException {
        List<FromWorker> batch = new ArrayList<>();
        reading = true;
        FromWorker frame = frames.next();
        reading = false;
        framesRead.incrementAndGet();
        while (frame != null) {
            batch.add(frame);
            frame = batch.size() < MAX_BATCH && frames.hasNext() ? frames.next() : null;
        }
        return batch;
    }

    /**
     * Counts a tick of the supervisor; returns true if the process has been silent for too long: no frame came,
     * although the reader waited for one and there are jobs, or the process is starting. A process that got little of
     * the processors, because the machine is overloaded, gets five times as long. Guarded by the workers' lock.
     */
    boolean isSilent() {
        long read = framesRead.get();
        boolean silent = reading && read == framesAtTick && (!sent().isEmpty() || !isReady());
        framesAtTick = read;
        ticks = silent ? ticks + 1 : 0;
        if (!isReady()) {
            return ticks > START_TICKS;
        }
        if (ticks == 1) {
            cpuBefore = cpu();
        }
        return ticks > SILENT_TICKS
                && (ticks > 5 * SILENT_TICKS || cpu() - cpuBefore > MUCH_CPU_NANOS);
    }

    /** Processor time of the process in nanoseconds; that of the whole time if the system does not tell. */
    private long cpu() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElseGet(System::nanoTime);
    }

    /** Waits until there may be something to send. Guarded by the workers' lock. */
    void awaitJobs() {
        idle = true;
        while (idle) {
            wake.awaitUninterruptibly();
        }
    }

    /** Wakes the writer, if it waits. Guarded by the workers' lock. */
    void wake() {
        if (idle) {
            idle = false;
            wake.signal();
        }
    }

    /** Kills the process. What it has written before can still be read, and its output ends then. */
    void kill() {
        // Through its handle: the process itself would close its output under the reader.
        process.toHandle().destroyForcibly();
    }

    /** Waits until the process has ended; false if it has not within the time. */
    boolean awaitEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }
}
