// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.rulestate;

import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.periodic.PeriodicTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Stores the states of alarm rules in PostgreSQL. A saved state waits in memory for at most {@link #INTERVAL}, so that many
 * changes of one device become one write; a crash loses no more. When the waiting states reach their limit, the next ones
 * are written at once, and their callers wait for that.
 */
public final class RuleStateStorage implements RuleStates, AutoCloseable {

    /** How long a state waits for later ones of its device. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(RuleStateStorage.class);

    /** The share of the committer's room, which is never full therefore. */
    private static final int SHARE_OF_ROOM = 4;

    private final JdbcClient jdbc;
    private final DatabaseLookups lookups;
    private final GroupCommitter<UnwrittenState> committer;
    private final long room;
    private final PeriodicTask task = new PeriodicTask("rule-states", INTERVAL, this::write);

    /** The latest states that the committer does not have yet. Guarded by this. */
    private final Map<StateKey, UnwrittenState> waiting = new HashMap<>();

    /** The states that the committer has, at most one of each device until the end. Guarded by this. */
    private final Map<StateKey, UnwrittenState> writing = new HashMap<>();

    /** The size of all of them. Guarded by this. */
    private long bytes;

    /** Starts the storage. It uses one connection for its writes. */
    public RuleStateStorage(
            JdbcClient jdbc,
            DatabaseLookups lookups,
            Transactions transactions,
            CommitLimits limits) {
        this.jdbc = jdbc;
        this.lookups = lookups;
        this.room = limits.waitingBytes() / SHARE_OF_ROOM;
        this.committer =
                new GroupCommitter<>(
                        "rule-states",
                        transactions,
                        new RuleStateWriter(),
                        UnwrittenState::lease,
                        limits);
        task.start(INTERVAL);
    }

    @Override
    public CompletionStage<Optional<RuleProgress>> find(Site site, @Nullable Lease lease) {
        @Nullable UnwrittenState unwritten = unwritten(StateKey.of(site));
        if (unwritten == null) {
            return read(site);
        }
        if (Objects.equals(unwritten.lease(), lease)) {
            return CompletableFuture.completedStage(Optional.of(unwritten.progress()));
        }
        // Its write shows whether its lease is still valid.
        task.wake();
        return unwritten.done().thenCompose(_ -> read(site));
    }

    private synchronized @Nullable UnwrittenState unwritten(StateKey key) {
        @Nullable UnwrittenState latest = waiting.get(key);
        return latest == null ? writing.get(key) : latest;
    }

    private CompletionStage<Optional<RuleProgress>> read(Site site) {
        return lookups.runUntilAnswered(
                site.tenant(),
                () ->
                        jdbc.sql(
                                        "select state from rule_node_state where node_id = ? and device_id = ?")
                                .params(site.node().id(), site.originator().id())
                                .query(String.class)
                                .optional()
                                .map(RuleProgress::parse));
    }

    @Override
    public CompletionStage<Void> save(Site site, RuleProgress progress, @Nullable Lease lease) {
        CompletableFuture<Void> done;
        synchronized (this) {
            StateKey key = StateKey.of(site);
            @Nullable UnwrittenState former = waiting.get(key);
            done = former == null ? new CompletableFuture<>() : former.done();
            UnwrittenState state = new UnwrittenState(site, progress, lease, done);
            waiting.put(key, state);
            bytes += state.bytes() - (former == null ? 0 : former.bytes());
            if (bytes <= room) {
                return CompletableFuture.completedStage(null);
            }
        }
        task.wake();
        return done;
    }

    /** Gives the committer the waiting states of all devices whose former state is written. */
    private void write() {
        submit(takeWaiting(false));
    }

    private synchronized List<UnwrittenState> takeWaiting(boolean all) {
        List<UnwrittenState> taken = new ArrayList<>(waiting.size());
        waiting.forEach((key, state) -> {
            if (all || !writing.containsKey(key)) {
                taken.add(state);
                writing.put(key, state);
            }
        });
        taken.forEach(state -> waiting.remove(state.key()));
        return taken;
    }

    private void submit(List<UnwrittenState> states) {
        for (UnwrittenState state : states) {
            var _ =
                    committer
                            .submit(state, state.bytes())
                            .whenComplete((_, error) -> written(state, error));
        }
    }

    private void written(UnwrittenState state, @Nullable Throwable error) {
        if (error != null && !(error instanceof LeaseOverException)) {
            log.warn(
                    "Cannot store the state of the alarm rules of {} in node {} (rule chain {}, tenant {}); it is dropped",
                    state.site().originator(),
                    state.site().node(),
                    state.site().chain(),
                    state.site().tenant(),
                    error);
        }
        synchronized (this) {
            writing.remove(state.key(), state);
            bytes -= state.bytes();
        }
        state.done().complete(null);
    }

    /** Writes all states and stops. */
    @Override
    public void close() {
        task.stop();
        submit(takeWaiting(true));
        committer.close();
    }
}
