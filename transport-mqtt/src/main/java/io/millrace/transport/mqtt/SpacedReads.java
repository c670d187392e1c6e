// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An {@link IoHandler} whose event loop pauses between rounds of reads under a moderate load. To wake a thread costs as
 * much as to read several packets, and the packets of a round go to the engine together, so its threads wake less often
 * too. The loop does not pause under a low load, where a round would have one packet, nor under a high load, where
 * packets gather by themselves. A task of the loop, such as an acknowledgement that another thread writes, ends a
 * pause.
 */
final class SpacedReads implements IoHandler {

    /** Fewer events in a pause are not worth it. */
    private static final int FEWEST = 3;

    /** More events gather without a pause, while the loop handles those before them. */
    private static final int MOST = 20;

    /** The rate of events is measured over so many pauses. */
    private static final int MEASURED = 8;

    private final IoHandler sockets;
    private final long spacingNanos;
    private final LongSupplier ticker;
    private final LongConsumer park;

    /** The thread of the loop while it may sleep, and no other thread has woken it yet. */
    private final AtomicReference<@Nullable Thread> pausing = new AtomicReference<>();

    private boolean moderate;
    private long roundStart;
    private long countedSince;
    private long events;

    /**
     * @param sockets handles the events
     * @param spacing the least time from the start of a round of reads to the start of the next while the load is moderate
     * @param ticker monotonic time in nanoseconds
     * @param park puts the calling thread to sleep for so many nanoseconds, or until it is unparked
     */
    SpacedReads(IoHandler sockets, Duration spacing, LongSupplier ticker, LongConsumer park) {
        this.sockets = sockets;
        this.spacingNanos = spacing.toNanos();
        this.ticker = ticker;
        this.park = park;
        this.roundStart = ticker.getAsLong();
        this.countedSince = roundStart;
    }

    /** Makes the handlers of loops that pause for the spacing; with a spacing of 0 they do not. */
    static IoHandlerFactory factory(IoHandlerFactory sockets, Duration spacing) {
        return spacing.isZero()
                ? sockets
                : executor ->
                        new SpacedReads(
                                sockets.newHandler(executor),
                                spacing,
                                System::nanoTime,
                                LockSupport::parkNanos);
    }

    @Override
    public int run(IoHandlerContext context) {
        if (moderate) {
            pause(context);
        }
        roundStart = ticker.getAsLong();
        int handled = sockets.run(context);
        count(handled);
        return handled;
    }

    private void pause(IoHandlerContext context) {
        // Before the look at the tasks: either this thread sees a new task, or its submitter sees
        // this thread.
        pausing.set(Thread.currentThread());
        if (context.canBlock()) {
            long now = ticker.getAsLong();
            long left = Math.min(roundStart + spacingNanos - now, context.delayNanos(now));
            if (left > 0) {
                park.accept(left);
            }
        }
        pausing.set(null);
    }

    private void count(int handled) {
        events += handled;
        long now = ticker.getAsLong();
        long elapsed = now - countedSince;
        if (elapsed >= MEASURED * spacingNanos) {
            double inAPause = (double) events * spacingNanos / elapsed;
            moderate = inAPause >= FEWEST && inAPause <= MOST;
            events = 0;
            countedSince = now;
        }
    }

    @Override
    public void wakeup() {
        @Nullable Thread thread = pausing.get();
        if (thread != null && pausing.compareAndSet(thread, null)) {
            LockSupport.unpark(thread);
        } else {
            sockets.wakeup();
        }
    }

    @Override
    public void initialize() {
        sockets.initialize();
    }

    @Override
    public void prepareToDestroy() {
        sockets.prepareToDestroy();
    }

    @Override
    public void destroy() {
        sockets.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return sockets.register(handle);
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return sockets.isCompatible(handleType);
    }
}
