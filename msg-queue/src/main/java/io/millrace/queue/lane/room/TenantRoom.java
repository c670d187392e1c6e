// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import io.millrace.message.id.TenantId;
import io.millrace.queue.Source;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** The shares of the budgets that one tenant has. */
public final class TenantRoom extends TickList.Entry {

    /**
     * Number of deliveries that a tenant or chain may have under way however full the queue is, while a place is free.
     */
    static final int LEAST_RUNNING = 16;

    private static final long LEAST_BYTES = 64 * 1024;

    /** A tenant is fast if everything that waits of it starts within this time at its present pace. */
    private static final int FAST_SECONDS = 10;

    /**
     * What a fast tenant starts in this time may wait. It covers the 100 ms that may pass until the devices of a tenant
     * that was overloaded are read again.
     */
    private static final double AHEAD_SECONDS = 0.125;

    /** The part of what may wait below which a tenant that has exceeded it is relieved. */
    private static final double RELIEVED = 0.75;

    /** The part of what may wait from which a fast tenant is overloaded until it is relieved. */
    private static final double FAST_FROM = 0.9;

    /** After this time without a start, three quarters of the measured pace are left. */
    private static final double DECAY_SECONDS = 0.1;

    final SharedBudget.Share running;
    final SharedBudget.Share runningBytes;
    private final SharedBudget.Share detached;
    private final SharedBudget.Share fromDevices;
    private final SharedBudget.Share made;
    private final SharedBudget.Share parked;
    private final TenantId tenant;
    private final DoubleSupplier weights;

    /** Each message uses the weight several times, so it is read only by the first use after a tick. */
    private volatile double weight;

    private volatile boolean isWeightOld;

    private final LongAdder started = new LongAdder();
    private long lastTick;
    private volatile double bytesPerSecond;
    private volatile boolean overloaded;
    private final SharedBudget.Share outbound;
    private final SharedBudget.Share outboundMade;

    /**
     * Creates the room of a tenant.
     *
     * @param weights the weight that the tenant has from time to time; 1 is the ordinary one
     * @param now nanoseconds
     */
    TenantRoom(TickList used, TenantId tenant, Budgets budgets, DoubleSupplier weights, long now) {
        super(used);
        this.lastTick = now;
        this.tenant = tenant;
        this.weights = weights;
        this.weight = weights.getAsDouble();
        this.running = new SharedBudget.Share(budgets.running(), this::weight, LEAST_RUNNING);
        this.runningBytes =
                new SharedBudget.Share(budgets.runningBytes(), this::weight, LEAST_BYTES);
        this.detached = new SharedBudget.Share(budgets.detached(), this::weight, LEAST_RUNNING);
        this.fromDevices = new SharedBudget.Share(budgets.fromDevices(), this::weight, LEAST_BYTES);
        this.made = new SharedBudget.Share(budgets.made(), this::weight, LEAST_BYTES);
        this.parked = new SharedBudget.Share(budgets.parked(), this::weight, LEAST_BYTES);
        this.outbound = new SharedBudget.Share(budgets.outbound(), this::weight, LEAST_BYTES);
        this.outboundMade =
                new SharedBudget.Share(budgets.outboundMade(), this::weight, LEAST_BYTES);
    }

    /**
     * Returns the share of bytes that may wait. Messages that the engine creates have a budget of their own, so that
     * devices cannot keep nodes from sending, nor nodes devices.
     */
    public SharedBudget.Share waiting(Source source) {
        return Budgets.isOutside(source) ? fromDevices : made;
    }

    /** Returns the share of bytes of waiting deliveries whose messages only the in-flight store has. */
    public SharedBudget.Share parked() {
        return parked;
    }

    public TenantId tenant() {
        return tenant;
    }

    /** Counts a message that has waited and starts now. */
    public void started(long bytes) {
        started.add(bytes);
    }

    /** The factor of the shares. */
    double weight() {
        if (isWeightOld) {
            isWeightOld = false;
            weight = weights.getAsDouble();
        }
        return weight;
    }

    /**
     * Measures the pace at which waiting messages start, for as long as messages wait or the pace matters. The weight may
     * be read again afterwards.
     */
    @Override
    boolean tick(long now) {
        isWeightOld = true;
        double seconds = (now - lastTick) / 1e9;
        if (seconds <= 0) {
            return true;
        }
        lastTick = now;
        double before = bytesPerSecond;
        double part = 1 - Math.pow(0.75, seconds / DECAY_SECONDS);
        bytesPerSecond = before + (started.sumThenReset() / seconds - before) * part;
        return fromDevices.held() > 0 || FAST_SECONDS * bytesPerSecond >= LEAST_BYTES;
    }

    /**
     * True if its waiting messages start soon. What waits of a fast tenant beyond its share is worth waiting for; the
     * messages of a slow one would hold up those of others.
     */
    public boolean isFast() {
        return fromDevices.held() <= FAST_SECONDS * bytesPerSecond;
    }

    /**
     * Bytes of messages of its devices that may wait: its share, but of a tenant that would start all of its share soon only
     * what it starts in a moment. More would not make it faster, and fill the heap.
     */
    private long mostWaiting() {
        long share = fromDevices.limit();
        double pace = bytesPerSecond;
        return FAST_SECONDS * pace < share ? share : Math.min(share, (long) (AHEAD_SECONDS * pace));
    }

    /** True if more messages of its devices wait than may. */
    public boolean exceedsWaiting() {
        return fromDevices.held() > mostWaiting();
    }

    /** True if so few messages of its devices wait that more may be read, after too many had been waiting. */
    public boolean isRelieved() {
        return fromDevices.held() <= RELIEVED * mostWaiting();
    }

    /**
     * True from the time at which more is parked than the share allows, until half of the share is free. A fast tenant is
     * overloaded before anything of it is parked, for as long as nearly as much waits of it as may.
     */
    boolean isOverloaded() {
        boolean before = overloaded;
        boolean isParked = parked.held() > (before ? 0.5 : 1) * parked.limit();
        boolean isNearlyFull = fromDevices.held() > (before ? RELIEVED : FAST_FROM) * mostWaiting();
        overloaded = isParked || (isNearlyFull && isFast());
        return overloaded;
    }

    /**
     * True if messages of devices take all of the share for waiting ones.
     *
     * @param before what this method returned last; it stays true until half of the share is free
     */
    boolean isFull(boolean before) {
        return fromDevices.held() >= (before ? 0.5 : 1) * fromDevices.limit();
    }

    /** Returns the share of deliveries that nodes may start outside the lanes. */
    public SharedBudget.Share detached() {
        return detached;
    }

    /**
     * Returns the share of bytes that may be on their way into a log. Messages that the engine creates have a budget of
     * their own, so that devices cannot use it up while the log is unavailable.
     */
    public SharedBudget.Share outbound(Source source) {
        return Budgets.isOutside(source) ? outbound : outboundMade;
    }
}
