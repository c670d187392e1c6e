// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.registry.device.DeviceEvent;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceConnectionListener;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;

/**
 * Lists the connections to this instance in the directory. If a change cannot be written, because too many wait or the
 * rows were removed by another instance that considered this one gone, all rows are compared and written again.
 */
final class OwnConnections implements DeviceConnectionListener {

    private static final Logger log = LoggerFactory.getLogger(OwnConnections.class);

    private static final int CHANGES_AT_ONCE = 1_000;
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(30);

    private final ConnectionDirectory directory;
    private final RuleEngine engine;
    private final InstantSource clock;
    private final boolean hasPeers;
    private final Consumer<DeviceConnection> sessionListed;
    private final ConcurrentMap<UUID, Open> open = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private volatile boolean incomplete;

    private record Open(DeviceConnection connection, long since) {}

    /**
     * @param hasPeers false for a single instance: what its connections receive is known in memory, and the loss of a
     *     request that waits for data is no event
     * @param sessionListed is called when the row of a new session is on disk; must not block
     */
    OwnConnections(
            ConnectionDirectory directory,
            RuleEngine engine,
            InstantSource clock,
            boolean hasPeers,
            Consumer<DeviceConnection> sessionListed) {
        this.directory = directory;
        this.engine = engine;
        this.clock = clock;
        this.hasPeers = hasPeers;
        this.sessionListed = sessionListed;
    }

    @Override
    public void opened(DeviceConnection connection) {
        if (connection.isSession()) {
            list(connection);
        }
    }

    /** A request for data is listed when it is known what it asks for. */
    @Override
    public void subscribed(DeviceConnection connection, Downlink downlink) {
        if (hasPeers) {
            list(connection);
        }
    }

    private void list(DeviceConnection connection) {
        Open first = new Open(connection, clock.millis());
        Open before = open.putIfAbsent(connection.id(), first);
        var _ =
                put(before == null ? first : before)
                        .whenComplete((_, refusal) -> {
                            if (refusal != null) {
                                refused();
                            } else if (before == null && connection.isSession()) {
                                sessionListed.accept(connection);
                            }
                        });
    }

    private CompletionStage<Boolean> put(Open each) {
        DeviceConnection connection = each.connection();
        return directory.put(
                new ListedConnection(
                        connection.id(),
                        connection.device().tenant(),
                        connection.device().device(),
                        directory.instance(),
                        connection.isSession(),
                        connection.receives(Downlink.ATTRIBUTES),
                        connection.receives(Downlink.RPC),
                        each.since()),
                connection.description(),
                connection.lastWill());
    }

    @Override
    public void closed(DeviceConnection connection, String reason) {
        if (open.remove(connection.id()) != null) {
            var _ =
                    directory
                            .remove(connection.id())
                            .whenComplete((_, refusal) -> {
                                if (refusal != null) {
                                    refused();
                                }
                            });
        }
    }

    private void refused() {
        refused.increment();
        incomplete = true;
    }

    /** Removes the rows of a deleted device, also those that another instance has left. */
    @EventListener
    void on(DeviceEvent.Deleted event) {
        DeviceId device = event.device();
        var _ =
                directory
                        .forget(device)
                        .whenComplete((_, refusal) -> {
                            if (refusal != null) {
                                log.warn(
                                        "Cannot remove the connections of deleted device {}; they are removed with their instance",
                                        device,
                                        refusal);
                            }
                        });
    }

    /** True if a change was refused since the last {@link #listAgain}. */
    boolean isIncomplete() {
        return incomplete;
    }

    /** The number of connections that are listed. */
    int count() {
        return open.size();
    }

    /** The number of changes that were refused because too many waited. */
    long refusals() {
        return refused.sum();
    }

    /**
     * Writes all rows again and deletes those of ended connections. A session whose row was missing is reported to the
     * engine again, because another instance has reported its end.
     *
     * @param run this process
     */
    void listAgain(Transactions transactions, UUID run) throws SQLException, InterruptedException {
        incomplete = false;
        List<Open> all = List.copyOf(open.values());
        log.info("Writing the rows of all {} connections of devices again", all.size());
        for (int i = 0; i < all.size(); i += CHANGES_AT_ONCE) {
            listAgain(all.subList(i, Math.min(all.size(), i + CHANGES_AT_ONCE)));
        }
        List<UUID> listed =
                transactions.once(
                        connection -> ConnectionTable.of(connection, directory.instance(), run));
        listed.stream()
                .filter(id -> !open.containsKey(id))
                .forEach(id -> {
                    var _ = directory.remove(id);
                });
    }

    private void listAgain(List<Open> some) throws InterruptedException {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (Open each : some) {
            writes.add(
                    put(each)
                            .thenAccept(added -> {
                                if (added) {
                                    listedAgain(each);
                                }
                            })
                            .toCompletableFuture());
        }
        try {
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new))
                    .get(LONGEST_WRITE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            incomplete = true;
            log.warn("Cannot write the rows of connections of devices; retrying in 2 s", e);
        }
    }

    /** The row was missing: of a connection that has ended meanwhile, it is removed, otherwise the device is connected. */
    private void listedAgain(Open each) {
        DeviceConnection connection = each.connection();
        if (!open.containsKey(connection.id())) {
            var _ = directory.remove(connection.id());
        } else if (connection.isSession()) {
            engine.sessionOpened(EngineDevices.of(connection.device()), connection.id());
        }
    }
}
