// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.queue.InFlight;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import io.millrace.server.platform.groupcommit.ClusterLock;
import io.millrace.server.store.inflight.FormerDeliveries;
import io.millrace.server.store.inflight.InFlightStorage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Submits the deliveries that a former run with the memory queue left unfinished to Kafka, while new messages are
 * accepted. One instance does this. Each delivery stays in the table until its message is safe, so the next start
 * continues after a crash. It has its own thread, because it runs once and ends.
 */
final class ReplayedDeliveries implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ReplayedDeliveries.class);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(5);

    /** Key of the advisory lock, unique in this database. */
    private static final long LOCK = 0x6d72_7265_706c_6179L;

    private final MessageQueue queue;
    private final FormerDeliveries former;
    private final InFlightStorage inFlight;
    private final ClusterLock lock;
    private volatile @Nullable Thread thread;

    ReplayedDeliveries(
            MessageQueue queue,
            FormerDeliveries former,
            InFlightStorage inFlight,
            DataSource dataSource) {
        this.queue = queue;
        this.former = former;
        this.inFlight = inFlight;
        this.lock = new ClusterLock(dataSource, LOCK);
    }

    @Override
    public void start() {
        thread = Thread.ofVirtual().name("replayed-deliveries").start(this::run);
    }

    private void run() {
        try {
            while (true) {
                try {
                    lock.runIfFree(this::replay);
                    return;
                } catch (SQLException | CompletionException e) {
                    log.warn(
                            "Cannot replay the deliveries that a former run left unfinished; retrying in 5 s",
                            e);
                    Thread.sleep(PAUSE_AFTER_ERROR);
                } catch (RuntimeException e) {
                    log.error(
                            "Cannot replay the deliveries that a former run left unfinished; they stay stored "
                                    + "until the next start",
                            e);
                    return;
                }
            }
        } catch (InterruptedException _) {
            // The remaining deliveries stay in the table.
        }
    }

    private void replay() throws SQLException, InterruptedException {
        AtomicInteger replayed = new AtomicInteger();
        former.ofMemory(page -> {
            submitAll(page);
            replayed.addAndGet(page.size());
        });
        if (replayed.get() > 0) {
            log.info(
                    "Replayed {} messages that a former run with the memory queue left unfinished",
                    replayed);
        }
    }

    /**
     * Returns when the messages are safe and their former deliveries are deleted.
     *
     * @throws CompletionException if a delivery cannot be deleted
     */
    private void submitAll(List<InFlight> page) throws InterruptedException {
        List<CompletableFuture<Void>> gone = new ArrayList<>();
        for (InFlight left : page) {
            gone.add(submit(left));
        }
        try {
            CompletableFuture.allOf(gone.toArray(CompletableFuture[]::new)).get();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    /** Returns a future that completes when the message is safe and its former delivery is deleted. */
    private CompletableFuture<Void> submit(InFlight left) throws InterruptedException {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        while (queue.submit(left.message(), Source.REPLAYED, () -> safe.complete(null))
                != Admission.ACCEPTED) {
            Thread.sleep(PAUSE);
        }
        return safe.thenCompose(_ -> inFlight.remove(left.deliveryId()));
    }

    /** True if this instance has finished, or another instance does the work. */
    boolean isAtRest() {
        Thread running = thread;
        return running == null || !running.isAlive();
    }

    @Override
    public void stop() {
        Thread running = thread;
        thread = null;
        if (running != null) {
            running.interrupt();
            try {
                running.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Runs after the start of the queue. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
