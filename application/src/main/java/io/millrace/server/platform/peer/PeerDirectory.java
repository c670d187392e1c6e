// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import io.millrace.server.platform.periodic.PeriodicTask;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Announces this instance in the table {@code instance} and reads the other instances from it. During an outage of the
 * database the peers known before it stay known.
 */
final class PeerDirectory implements Peers, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PeerDirectory.class);

    static final Duration INTERVAL = Duration.ofSeconds(3);

    /** An instance that has not written its row for this time is considered gone. */
    static final Duration GONE_AFTER = Peers.GONE_AFTER;

    private static final Duration KEPT = Duration.ofDays(1);

    private final InstanceTable table;
    private final String name;
    private final Supplier<URI> address;
    private final LongSupplier nanoTime;
    private final UUID run;
    private final PeriodicTask task = new PeriodicTask("peers", INTERVAL, this::refresh);
    private volatile List<Peer> known = List.of();
    private volatile boolean announced;

    // Used by the task's thread only.
    private @Nullable URI url;

    /** From this time on peers are forgotten whose rows are old; null before the first row was written. */
    private @Nullable Long forgetFrom;

    /**
     * @param name name of this instance
     * @param run this process
     * @param address where other instances reach this one; called when the HTTP port is open
     * @param nanoTime as {@link System#nanoTime}
     */
    PeerDirectory(
            InstanceTable table,
            String name,
            InstanceRun run,
            Supplier<URI> address,
            LongSupplier nanoTime) {
        this.run = run.id();
        this.table = table;
        this.name = name;
        this.address = address;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<Peer> known() {
        return known;
    }

    @Override
    public void start() {
        task.start(Duration.ZERO);
    }

    /** Writes the row of this instance and reads those of the others. */
    void refresh() {
        URI own = url;
        if (own == null) {
            own = address.get();
            log.info("Other instances reach this instance, {}, at {}", name, own);
            url = own;
        }
        announced = false;
        InstanceTable.Former former = table.announce(name, run, own);
        announced = true;
        // At the start the row may be that of the last process with this name, which was killed.
        boolean isFirst = forgetFrom == null;
        if (!isFirst && former.run() != null && !former.run().equals(run)) {
            log.warn(
                    "Another process has the name {} too; give each instance its own MILLRACE_INSTANCE_ID",
                    name);
        }
        // When this instance could not write its row, the others could not either: they get the
        // time to do so.
        long now = nanoTime.getAsLong();
        Long from = forgetFrom;
        if (from == null) {
            from = now;
        } else if (former.age().compareTo(GONE_AFTER) > 0) {
            from = now + GONE_AFTER.toNanos();
        }
        forgetFrom = from;
        List<Peer> listed = table.others(name, GONE_AFTER);
        replace(now - from >= 0 ? listed : withFormer(listed));
        table.removeOlderThan(KEPT);
    }

    private List<Peer> withFormer(List<Peer> listed) {
        Set<String> names = listed.stream().map(Peer::name).collect(Collectors.toSet());
        List<Peer> all = new ArrayList<>(listed);
        known.stream().filter(peer -> !names.contains(peer.name())).forEach(all::add);
        all.sort(Comparator.comparing(Peer::name));
        return all;
    }

    private void replace(List<Peer> now) {
        List<Peer> before = known;
        known = List.copyOf(now);
        Set<Peer> gone = new HashSet<>(before);
        now.forEach(gone::remove);
        for (Peer peer : gone) {
            log.info("Instance {} at {} has left the cluster", peer.name(), peer.url());
        }
        for (Peer peer : now) {
            if (!before.contains(peer)) {
                log.info("Instance {} at {} is in the cluster", peer.name(), peer.url());
            }
        }
    }

    @Override
    public void stop() {
        task.stop();
        if (announced) {
            try {
                table.remove(name, run);
            } catch (DataAccessException e) {
                log.warn(
                        "Cannot delete the row of this instance; the others ask it for up to {} s: {}",
                        GONE_AFTER.toSeconds(),
                        e.toString());
            }
        }
    }

    @Override
    public boolean isRunning() {
        return task.isRunning();
    }

    /** Starts after the HTTP port is open and stops before it closes. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
