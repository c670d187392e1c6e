// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The waiting calls and their scheduling. Tenants are served round robin, and so are the originators within a tenant;
 * an originator's calls start in the order of their arrival, and a limited number of them is under way at a time. Tenants
 * and originators without waiting or running calls have no entry.
 *
 * <p>Places to wait are divided by dynamic thresholds (Choudhury and Hahne, 1998): a tenant may take as many as it
 * leaves free, so that a single tenant can use half of them and a new one still finds room. In the same way an
 * originator may take as many as it leaves to the others of its tenant.
 *
 * <p>Not thread-safe: its user holds a lock.
 */
public final class RunQueue<C> {

    /** Whether there is room for a call, with the text of a refusal. */
    public enum Admission {
        ADMITTED(""),
        FULL("no room for another script call: all places in the queue are taken"),
        TENANT_FULL(
                "no room for another script call of this tenant:"
                        + " it has as many waiting calls as there are free places"),
        ORIGINATOR_FULL(
                "no room for another script call of this originator:"
                        + " it has as many waiting calls as its tenant has places left"),
        ORIGINATOR_HANGS(
                "no thread is left for scripts of this originator: one hangs in a script that cannot be stopped"),
        TENANT_HANGS(
                "no thread is left for scripts of this tenant: all hang in scripts that cannot be stopped");

        private final String refusal;

        Admission(String refusal) {
            this.refusal = refusal;
        }

        public String refusal() {
            return refusal;
        }
    }

    /** A call under way, from {@link #next} to {@link #end}. */
    public static final class Turn<C> {

        private final Lane<C> lane;
        private final C call;
        private boolean hangs;

        private Turn(Lane<C> lane, C call) {
            this.lane = lane;
            this.call = call;
        }

        public C call() {
            return call;
        }
    }

    /** The calls of one originator. */
    private static final class Lane<C> {

        final Share<C> share;
        final EntityId originator;
        final ArrayDeque<C> waiting = new ArrayDeque<>(1);
        int underWay;
        int hanging;

        Lane(Share<C> share, EntityId originator) {
            this.share = share;
            this.originator = originator;
        }
    }

    /** One tenant's share of the queue and of the threads. */
    private static final class Share<C> {

        final TenantId tenant;
        final Map<EntityId, Lane<C>> lanes = new HashMap<>();

        /** Lanes whose next call may start, in round-robin order. */
        final ArrayDeque<Lane<C>> ready = new ArrayDeque<>();

        int waiting;
        int running;
        int hanging;
        boolean inTurn;

        Share(TenantId tenant) {
            this.tenant = tenant;
        }
    }

    private final int capacity;
    private final int perTenant;
    private final int perOriginator;
    private final int replacedPerTenant;
    private final Map<TenantId, Share<C>> shares = new HashMap<>();

    /**
     * Tenants with a call that may start, in round-robin order. (A weighted tenant would keep its turn for several
     * calls.)
     */
    private final ArrayDeque<Share<C>> inTurn = new ArrayDeque<>();

    private int waiting;
    private int running;

    /**
     * Creates an empty queue.
     *
     * @param capacity number of calls that may wait
     * @param perTenant number of calls of one tenant that may run at a time
     * @param perOriginator number of calls of one originator that may run at a time
     * @param replacedPerTenant number of given-up calls of one tenant that are replaced; each further one reduces the
     *     tenant's running calls by one
     */
    public RunQueue(int capacity, int perTenant, int perOriginator, int replacedPerTenant) {
        this.capacity = capacity;
        this.perTenant = perTenant;
        this.perOriginator = perOriginator;
        this.replacedPerTenant = replacedPerTenant;
    }

    /** Adds a call behind the others of its originator, unless it is refused. */
    public Admission offer(TenantId tenant, EntityId originator, C call) {
        if (waiting >= capacity) {
            return Admission.FULL;
        }
        Share<C> share = shares.get(tenant);
        if (share == null) {
            share = new Share<>(tenant);
            shares.put(tenant, share);
        } else if (placesLeftTo(share) <= 0) {
            return Admission.TENANT_FULL;
        } else if (limitOf(share) == 0) {
            return Admission.TENANT_HANGS;
        }
        Lane<C> lane = share.lanes.get(originator);
        if (lane == null) {
            lane = new Lane<>(share, originator);
            share.lanes.put(originator, lane);
        } else if (lane.hanging > 0) {
            return Admission.ORIGINATOR_HANGS;
        } else if (lane.waiting.size() >= placesLeftTo(share)) {
            return Admission.ORIGINATOR_FULL;
        }
        lane.waiting.add(call);
        share.waiting++;
        waiting++;
        if (lane.waiting.size() == 1 && lane.underWay < perOriginator) {
            share.ready.add(lane);
            queueUp(share);
        }
        return Admission.ADMITTED;
    }

    /** True if a call may start. */
    public boolean hasNext() {
        return !inTurn.isEmpty();
    }

    /** Starts the next call; returns null if none may start. */
    @Nullable Turn<C> next() {
        return inTurn.isEmpty() ? null : start(inTurn.remove());
    }

    /**
     * Starts the next call that the given test accepts; returns null if there is none. Tenants whose next call is not
     * accepted are passed over.
     */
    public @Nullable Turn<C> next(Predicate<? super C> test) {
        for (int i = inTurn.size(); i > 0; i--) {
            Share<C> share = inTurn.remove();
            if (test.test(share.ready.element().waiting.element())) {
                return start(share);
            }
            inTurn.add(share);
        }
        return null;
    }

    private Turn<C> start(Share<C> share) {
        Lane<C> lane = share.ready.remove();
        Turn<C> turn = new Turn<>(lane, lane.waiting.remove());
        lane.underWay++;
        if (!lane.waiting.isEmpty() && lane.underWay < perOriginator) {
            share.ready.add(lane);
        }
        share.inTurn = false;
        share.waiting--;
        share.running++;
        waiting--;
        running++;
        queueUp(share);
        return turn;
    }

    /** Ends a call, even one that was given up; the next one may start. */
    public void end(Turn<C> turn) {
        Lane<C> lane = turn.lane;
        Share<C> share = lane.share;
        if (turn.hangs) {
            lane.hanging--;
            share.hanging--;
        } else {
            share.running--;
            running--;
        }
        boolean wasFull = lane.underWay == perOriginator;
        lane.underWay--;
        if (!lane.waiting.isEmpty()) {
            if (wasFull) {
                share.ready.add(lane);
            }
        } else if (lane.underWay == 0) {
            share.lanes.remove(lane.originator);
        }
        queueUp(share);
        if (share.lanes.isEmpty()) {
            shares.remove(share.tenant);
        }
    }

    /**
     * Marks a call as one that will not end. Its originator may start no other call until it ends; its tenant may, while
     * no more of its calls were given up than are replaced.
     *
     * @return the waiting calls that can no longer start because of this
     */
    List<C> giveUp(Turn<C> turn) {
        Lane<C> lane = turn.lane;
        Share<C> share = lane.share;
        turn.hangs = true;
        lane.hanging++;
        share.running--;
        share.hanging++;
        running--;
        List<C> hopeless = new ArrayList<>();
        takeWaiting(lane, hopeless);
        // The lane was ready if its originator may have further calls under way.
        if (share.ready.remove(lane) && share.ready.isEmpty()) {
            leaveTurn(share);
        }
        if (limitOf(share) == 0) {
            takeWaiting(share, hopeless);
        }
        queueUp(share);
        return hopeless;
    }

    /** Removes and returns all waiting calls. */
    public List<C> drain() {
        List<C> all = new ArrayList<>();
        for (Share<C> share : List.copyOf(shares.values())) {
            takeWaiting(share, all);
            if (share.lanes.isEmpty()) {
                shares.remove(share.tenant);
            }
        }
        return all;
    }

    private void takeWaiting(Share<C> share, List<C> to) {
        share.lanes.values().forEach(lane -> takeWaiting(lane, to));
        share.lanes.values().removeIf(lane -> lane.underWay == 0);
        share.ready.clear();
        leaveTurn(share);
    }

    private void leaveTurn(Share<C> share) {
        share.inTurn = false;
        inTurn.remove(share);
    }

    private void takeWaiting(Lane<C> lane, List<C> to) {
        to.addAll(lane.waiting);
        waiting -= lane.waiting.size();
        lane.share.waiting -= lane.waiting.size();
        lane.waiting.clear();
    }

    private void queueUp(Share<C> share) {
        if (!share.inTurn && !share.ready.isEmpty() && share.running < limitOf(share)) {
            share.inTurn = true;
            inTurn.add(share);
        }
    }

    private int placesLeftTo(Share<C> share) {
        return capacity - waiting - share.waiting;
    }

    private int limitOf(Share<C> share) {
        return perTenant - Math.max(0, share.hanging - replacedPerTenant);
    }

    public int waiting() {
        return waiting;
    }

    /** Number of calls under way, without those that were given up. */
    public int running() {
        return running;
    }

    /** True if no call waits, runs or was given up. */
    public boolean isEmpty() {
        return shares.isEmpty() && inTurn.isEmpty();
    }
}
