// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import io.millrace.queue.lane.account.Account;
import io.millrace.queue.lane.account.LaneAccounts;
import io.millrace.queue.lane.room.Claim;
import io.millrace.queue.lane.room.Room;
import io.millrace.queue.lane.room.TenantRoom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A partition of a queue, with a lock of its own, which guards its {@linkplain Delivery deliveries} and everything that
 * refers to them: lanes, attempts, retries and accounts. What a delivery goes through is described there.
 *
 * <p>Attempts are started under the lock, so that an originator's order holds when several threads submit at once.
 * Stores, receipts and listeners are called outside it. The partition is closed until it is {@linkplain #open opened},
 * and may be opened again after it was handed over.
 */
public final class LanePartition {

    private final NamedQueue queue;
    private final LaneSettings settings;
    private final LaneDependencies around;
    private final DeliveryIds ids;
    private final Room room;

    private final LaneAccounts accounts;
    private final Lanes lanes;
    private final Attempts attempts;
    private final Retries retries;
    private final Settlement settlement;
    private final Parking parking;
    private final Relief relief;

    private final Events events = new Events();

    /**
     * The receipts that are not completed yet. A receipt that is shared by several deliveries stays until all of them
     * are safe, though the delivery that it came with may have ended.
     */
    private final LinkedNodes<Custody> receipts = new LinkedNodes<>();

    private boolean closed = true;

    /** The lease under which the partition writes while it is open; null for a single instance. */
    private @Nullable Lease lease;

    /** With the store of the present lease; null before the partition is first opened. */
    private Custody.@Nullable Books books;

    /** True if the partition is closed and will never be opened again. */
    private boolean dissolved;

    LanePartition(
            NamedQueue queue,
            LaneSettings settings,
            LaneDependencies around,
            Room room,
            DeliveryIds ids) {
        this.queue = queue;
        this.settings = settings;
        this.around = around;
        this.room = room;
        this.ids = ids;
        this.accounts = new LaneAccounts(queue, room);
        this.retries = new Retries(queue, settings.maxBackoff());
        this.lanes = new Lanes(queue, room, events);
        this.attempts = new Attempts(around, lanes);
        this.settlement = new Settlement(queue, around, room, retries, lanes, attempts, this);
        this.parking = new Parking(around, settlement, this, this::loaded);
        this.relief = new Relief(parking, this::unfinished);
    }

    /** Receives what the lanes and the attempts of this partition have to say. */
    private final class Events implements Lanes.Admission, RunningAttempt.Partition {

        @Override
        public void start(Delivery delivery) {
            delivery.holdsRoom();
            startAttempt(delivery);
        }

        @Override
        public void load(Lane lane, Delivery delivery) {
            delivery.holdsRoom();
            parking.load(delivery);
        }

        @Override
        public void admitted(Lane lane, Claim claim) {
            boolean isUsed;
            synchronized (LanePartition.this) {
                isUsed = lanes.admit(lane, claim);
            }
            if (!isUsed) {
                room.leave(claim.chain(), claim.bytes()).forEach(Claim::admit);
            }
        }

        @Override
        public void end(RunningAttempt attempt, AttemptResult result) {
            LanePartition.this.end(attempt, result);
        }

        @Override
        public @Nullable Attempt detach(RunningAttempt parent, RuleMessage message) {
            return LanePartition.this.detach(parent, message);
        }

        @Override
        public @Nullable Runnable shareReceipt(Delivery delivery) {
            synchronized (LanePartition.this) {
                Receipt share = delivery.custody().shareReceipt();
                return share == null ? null : share::safe;
            }
        }
    }

    public NamedQueue queue() {
        return queue;
    }

    private Custody.Books books() {
        return Objects.requireNonNull(books, "the partition was never opened");
    }

    /**
     * Takes a message in if there is room for it.
     *
     * @param receipt completed once, when the message's delivery has ended or is in the in-flight store
     */
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        List<Runnable> after = List.of();
        synchronized (this) {
            if (closed) {
                return Admission.CLOSED;
            }
            Account account = accounts.of(message);
            Lane lane = lanes.of(message);
            boolean entered = lanes.enter(lane, account.room(), message);
            if (!entered && !lanes.takeWaiting(lane, account.room(), message, source)) {
                lanes.forgetIfIdle(lane);
                return Admission.FULL;
            }
            long tick = around.ticker().getAsLong();
            Custody custody = books().ofSender(message, tick, receipt);
            Delivery delivery =
                    begin(new Delivery.Arrival(ids.next(), message, source, custody), account);
            if (entered) {
                lanes.startAtOnce(lane, delivery);
            } else {
                lanes.add(lane, delivery);
                if (receipt.isAwaited()) {
                    after = storing(List.of(delivery));
                }
            }
        }
        after.forEach(Runnable::run);
        return Admission.ACCEPTED;
    }

    /**
     * Takes a message that was read from a log, even if there is no room: the reader of the log limits how much waits.
     * The log keeps the message until the receipt is completed. While more waits than the share of the message's tenant,
     * the partition {@linkplain #holdsBack holds the reader back} if the tenant's messages start soon; else the oldest of
     * them are moved to the in-flight store.
     *
     * @param id identity of the delivery, the same whenever this offset of the log is read
     * @return false if the partition is closed
     */
    public boolean take(UUID id, RuleMessage message, Source source, Receipt receipt) {
        Runnable store = () -> {};
        synchronized (this) {
            if (closed) {
                return false;
            }
            Account account = accounts.of(message);
            takeIn(account, id, message, source, receipt);
            TenantRoom tenant = account.room().tenant();
            if (tenant.exceedsWaiting()) {
                store = relief.exceeds(tenant);
            }
        }
        store.run();
        return true;
    }

    private void takeIn(
            Account account, UUID id, RuleMessage message, Source source, Receipt receipt) {
        Lane lane = lanes.of(message);
        boolean entered = lanes.enter(lane, account.room(), message);
        long tick = around.ticker().getAsLong();
        Custody custody = books().ofLog(message, tick, receipt);
        Delivery delivery = begin(new Delivery.Arrival(id, message, source, custody), account);
        if (entered) {
            lanes.startAtOnce(lane, delivery);
        } else {
            lanes.force(lane, delivery);
        }
    }

    /**
     * Counts a message in the ledger that was lost before it was taken in.
     *
     * @return false if the partition is dissolved, because its part of the ledger is final
     */
    public synchronized boolean drop(RuleMessage message, Source source) {
        if (dissolved) {
            return false;
        }
        accounts.of(message).dropped(source);
        return true;
    }

    /**
     * Opens the partition. Deliveries that a former owner or an earlier run has left are {@linkplain #takeLeft taken in}
     * after this.
     *
     * @param newLease the lease under which the partition writes, or null for a single instance
     * @param store stores the deliveries that are taken in from now on, under that lease
     */
    public synchronized void open(@Nullable Lease newLease, InFlightStore store) {
        lease = newLease;
        books = new Custody.Books(store, receipts, this);
        closed = false;
    }

    /** Takes in deliveries of the in-flight store. Their receipts were completed when they were stored. */
    public synchronized void takeLeft(List<Left> all) {
        long tick = around.ticker().getAsLong();
        for (Left left : all) {
            InFlight stored = left.delivery();
            RuleMessage message = stored.message();
            Delivery.Arrival arrival =
                    new Delivery.Arrival(
                            stored.deliveryId(),
                            message,
                            left.size(),
                            Source.REPLAYED,
                            books().ofStore(message, tick),
                            stored.attempts());
            Delivery delivery = begin(arrival, accounts.of(message));
            lanes.addStored(lanes.of(message), delivery, left.hasMessage());
        }
    }

    private Delivery begin(Delivery.Arrival arrival, Account account) {
        around.wakeSweeper().run();
        return new Delivery(arrival, account);
    }

    /** Starts a delivery whose message was read, or ends it here if another instance has ended it. */
    private void loaded(Delivery delivery, @Nullable RuleMessage message) {
        Runnable after = () -> {};
        synchronized (this) {
            if (!parking.endLoading(delivery)) {
                return;
            }
            if (message == null) {
                after = settlement.leaveToOwner(delivery);
            } else {
                delivery.unpark(message);
                startAttempt(delivery);
            }
            lanes.loaded(Objects.requireNonNull(delivery.lane()));
        }
        after.run();
    }

    private RunningAttempt startAttempt(Delivery delivery) {
        RunningAttempt attempt = new RunningAttempt(delivery, events, lease);
        attempts.begin(attempt);
        around.handler().start(attempt);
        return attempt;
    }

    private @Nullable Attempt detach(RunningAttempt parent, RuleMessage message) {
        Delivery delivery;
        RunningAttempt attempt;
        synchronized (this) {
            Account account = accounts.of(message);
            if (parent.isOver() || !account.room().tenant().detached().take(1)) {
                return null;
            }
            // The receipt of a stored parent is completed already, so the new delivery must be in
            // the store before the parent is removed from it. The store keeps the order of its
            // calls.
            Custody custody =
                    parent.delivery().custody().share(message, around.ticker().getAsLong());
            delivery =
                    begin(
                            new Delivery.Arrival(ids.next(), message, Source.RULE_ENGINE, custody),
                            account);
            delivery.holdsDetachedPlace();
            attempt = new RunningAttempt(delivery, events, lease);
            attempts.begin(attempt);
        }
        if (delivery.custody().isStored()) {
            LaneDependencies.store(
                    delivery.custody(),
                    delivery.inFlight(),
                    isStored -> {
                        if (isStored) {
                            around.listener().stored(message);
                        }
                    });
        }
        return attempt;
    }

    private void end(RunningAttempt attempt, AttemptResult result) {
        Runnable after;
        synchronized (this) {
            attempt.comeToRest();
            Delivery delivery = attempt.delivery();
            if (attempt.isOver()) {
                around.listener().lateResult(attempt.message());
                if (!attempts.isSurvivor(attempt)) {
                    return;
                }
                after = settle(attempts.endSurvivor(delivery));
            } else {
                long tick = around.ticker().getAsLong();
                delivery.account().room().answered(around.clock().at(tick) - delivery.startedAt());
                attempts.leave(attempt);
                after = settlement.settle(delivery, result, tick, attempt.lease());
            }
        }
        after.run();
    }

    /**
     * Ends attempts that are past their deadline, stores deliveries that take long, and restarts those whose back-off
     * has passed.
     */
    void sweep() {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            long tick = around.ticker().getAsLong();
            long now = around.clock().at(tick);
            storeSlow(tick, after);
            for (RunningAttempt overdue :
                    attempts.giveUpOverdue(now, queue.definition().deadline())) {
                after.add(() -> timeOut(overdue));
            }
            attempts.endOldSurvivors(now).forEach(verdict -> after.add(settle(verdict)));
            restartDue(now);
            after.add(relief.relieveShares());
        }
        after.forEach(Runnable::run);
    }

    private void storeSlow(long tick, List<Runnable> after) {
        List<Delivery> slow = new ArrayList<>();
        addSlow(slow, attempts.running(), tick);
        addSlow(slow, lanes.made(), tick);
        after.addAll(storing(slow));
    }

    /** Returns actions that store deliveries after what is older in their lanes. */
    private List<Runnable> storing(List<Delivery> some) {
        return StoreOrder.withOlder(some, unfinishedWith(some)).stream()
                .map(settlement::storing)
                .toList();
    }

    private void addSlow(List<Delivery> slow, LinkedNodes<Delivery> deliveries, long tick) {
        long limit = settings.storeAfter().toNanos();
        for (Delivery delivery = deliveries.head();
                delivery != null && tick - delivery.sinceTick() >= limit;
                delivery = deliveries.after(delivery)) {
            if (delivery.custody().isOfSender()) {
                slow.add(delivery);
            }
        }
    }

    /** The unfinished deliveries, of those that wait only the ones in the lanes of the given deliveries. */
    private Stream<Delivery> unfinishedWith(List<Delivery> some) {
        Stream<Delivery> waiting =
                some.stream()
                        .map(Delivery::lane)
                        .filter(Objects::nonNull)
                        .distinct()
                        .flatMap(Lane::stream);
        return Stream.concat(started(), waiting);
    }

    private void timeOut(RunningAttempt attempt) {
        QueueDefinition definition = queue.definition();
        around.listener().timedOut(attempt.message());
        AttemptResult.Failed failed =
                attempt.givenUp("no result within " + definition.deadlineText());
        Delivery delivery = attempt.delivery();
        Runnable after;
        synchronized (this) {
            if (delivery.isEnded()) {
                // It was handed over a moment ago.
                return;
            } else if (definition.submit().isSequential() && !attempt.isAtRest()) {
                attempts.letSurvive(attempt, failed);
                return;
            } else {
                after = settlement.timedOut(delivery, failed, attempt.lease());
            }
        }
        after.run();
    }

    private Runnable settle(Attempts.Verdict verdict) {
        return settlement.timedOut(verdict.delivery(), verdict.failed(), verdict.lease());
    }

    private void restartDue(long now) {
        for (Delivery due = retries.removeDue(now); due != null; due = retries.removeDue(now)) {
            lanes.addAgain(due);
        }
    }

    /**
     * Moves the oldest deliveries that a log keeps to the in-flight store, so that the log's offset can advance: a few
     * messages that take long must not hold back the many behind them.
     *
     * @param most the largest number of deliveries to move
     */
    public void relieveLog(int most) {
        Runnable store;
        synchronized (this) {
            store = relief.relieveLog(most);
        }
        store.run();
    }

    /** True while no more should be read from the log, because what waits of a tenant beyond its share starts soon. */
    public synchronized boolean holdsBack() {
        return relief.holdsBack();
    }

    /** Takes no more messages. */
    public synchronized void close() {
        closed = true;
    }

    /**
     * Closes the partition and hands over the deliveries that are not in the rule engine; those in the rule engine may
     * continue to their end.
     *
     * @return as from {@link #handOver}
     */
    public CompletableFuture<Void> handOverWaiting() {
        List<Delivery> left = new ArrayList<>();
        List<Claim> claims;
        List<Delivery> kept;
        synchronized (this) {
            closed = true;
            claims = leaveWaiting(left);
            kept = toKeep(left, attempts.all());
        }
        claims.forEach(Claim::admit);
        return settlement.keep(kept);
    }

    /** The deliveries to store of those that were handed over, and of others that are older and continue. */
    private static List<Delivery> toKeep(List<Delivery> left, List<Delivery> others) {
        List<Delivery> uncertain =
                left.stream().filter(delivery -> delivery.custody().isUncertain()).toList();
        List<Delivery> kept =
                StoreOrder.withOlder(uncertain, Stream.concat(left.stream(), others.stream()));
        kept.forEach(delivery -> delivery.custody().willBeStored());
        return kept;
    }

    private List<Claim> leaveWaiting(List<Delivery> left) {
        List<Claim> claims = new ArrayList<>();
        for (Delivery delivery : parking.handOver()) {
            claims.addAll(delivery.leaveRoom(room));
            left.add(delivery);
        }
        List<Delivery> waiting = new ArrayList<>(retries.clear());
        waiting.addAll(lanes.clear());
        waiting.forEach(delivery -> delivery.end(Outcome.HANDED_OVER));
        left.addAll(waiting);
        return claims;
    }

    /** True if no delivery is in the rule engine or being given up. */
    public synchronized boolean isAtRest() {
        return accounts.all().stream().allMatch(Account::isAtRest);
    }

    /**
     * Closes the partition finally, if nothing is in flight in it.
     *
     * @return its part of the ledger, which will not change any more; null if a delivery is in flight
     */
    synchronized @Nullable List<LedgerLine> dissolve() {
        if (!isIdle()) {
            return null;
        }
        closed = true;
        dissolved = true;
        return accounts.lines();
    }

    /** True if no delivery is in flight, so that a sweep would find nothing. */
    synchronized boolean isQuiet() {
        return lanes.size() == 0 && attempts.isEmpty() && retries.isEmpty();
    }

    synchronized boolean isIdle() {
        return accounts.all().stream().allMatch(account -> account.inFlight() == 0);
    }

    /**
     * Closes the partition and hands over everything that has not ended, to the next start or another instance. Results
     * that come later are ignored.
     *
     * @return completes when all of it is kept by the in-flight store or by a log, and the receipts of what was stored
     *     are completed; fails if something could not be stored, whose receipt will never be completed
     */
    public CompletableFuture<Void> handOver() {
        List<Delivery> left = endAll();
        List<Delivery> kept;
        synchronized (this) {
            kept = toKeep(left, List.of());
        }
        return settlement.keep(kept);
    }

    /**
     * Hands over everything that has not ended, like {@link #handOver}, when the in-flight store would refuse it because
     * the lease is over.
     *
     * @return true if something is kept by neither the in-flight store nor a log: its receipt will never be completed
     */
    public boolean abandon() {
        return endAll().stream().anyMatch(delivery -> delivery.custody().isUncertain());
    }

    private List<Delivery> endAll() {
        List<Delivery> left = new ArrayList<>();
        List<Claim> claims = new ArrayList<>();
        synchronized (this) {
            closed = true;
            for (Delivery delivery : attempts.handOver()) {
                claims.addAll(delivery.leaveRoom(room));
                left.add(delivery);
            }
            claims.addAll(leaveWaiting(left));
            receipts.clear();
        }
        claims.forEach(Claim::admit);
        return left;
    }

    /**
     * True if no message with the originator of the given one waits or is under way in the lanes. Queues that are ordered
     * by another key are always idle in this sense, because messages of one key are in one partition.
     */
    public synchronized boolean isIdle(RuleMessage message) {
        EntityId key = queue.definition().submit().orderKey(message);
        return !key.equals(message.originator()) || !lanes.has(key);
    }

    private List<Delivery> unfinished() {
        return Stream.concat(started(), lanes.all().stream()).toList();
    }

    /** The unfinished deliveries that have left their lanes. */
    private Stream<Delivery> started() {
        return Stream.of(attempts.all(), retries.all(), parking.loading()).flatMap(List::stream);
    }

    synchronized List<Unfinished> find(UUID message) {
        long tick = around.ticker().getAsLong();
        return unfinished().stream()
                .filter(delivery -> delivery.message().id().equals(message))
                .map(delivery -> delivery.unfinished(tick))
                .toList();
    }

    /** The oldest receipt that is not completed, or null. */
    synchronized @Nullable OldReceipt oldestReceipt() {
        Custody oldest = receipts.head();
        return oldest == null ? null : new OldReceipt(queue, oldest.message(), oldest.tick());
    }

    /**
     * A receipt that is not completed.
     *
     * @param message id of the message
     * @param tick when the message was accepted
     */
    record OldReceipt(NamedQueue queue, UUID message, long tick) {}

    synchronized List<LedgerLine> ledger() {
        return accounts.lines();
    }

    /**
     * What is in the partition.
     *
     * @param tenant counts only messages of this tenant; null: all messages
     */
    synchronized QueueContent content(@Nullable TenantId tenant) {
        long waits = 0;
        long retries = 0;
        long runs = 0;
        for (Account account : accounts.all()) {
            if (tenant == null || account.isOf(tenant)) {
                waits += account.inFlight(Place.WAITING);
                retries += account.inFlight(Place.BACKING_OFF);
                runs += account.inFlight(Place.RUNNING) + account.inFlight(Place.BEING_BURIED);
            }
        }
        return new QueueContent(queue.key(), waits, retries, runs, oldestWaiting(waits, tenant));
    }

    private Duration oldestWaiting(long waits, @Nullable TenantId tenant) {
        OptionalLong oldest = waits == 0 ? OptionalLong.empty() : lanes.oldestWaiting(tenant);
        return oldest.isEmpty()
                ? Duration.ZERO
                : Duration.ofNanos(around.ticker().getAsLong() - oldest.getAsLong());
    }

    synchronized void forget(TenantId tenant) {
        accounts.forget(tenant);
    }

    synchronized int lanes() {
        return lanes.size();
    }
}
