// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.runtime.engine.EngineLifecycle;
import io.millrace.transport.device.DeviceConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the oldest sessions of a device when it has more than its profile allows, over all instances. The instance of a
 * new session looks when its row is on disk, many devices with one query. When a device connects to two instances at
 * once, at least one of them sees both rows, and both choose the same ones.
 */
final class Takeovers implements SmartLifecycle {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int DEVICES_AT_ONCE = 1_000;

    private final Transactions transactions;
    private final SessionCloser closer;

    /** The devices with new sessions, with the number of sessions that they may have. */
    private final ConcurrentMap<DeviceId, Integer> waiting = new ConcurrentHashMap<>();

    private final PeriodicTask task = new PeriodicTask("takeovers", INTERVAL, this::look);

    Takeovers(Transactions transactions, SessionCloser closer) {
        this.transactions = transactions;
        this.closer = closer;
    }

    /** A new session is listed; its device is checked soon. Does not block. */
    void listed(DeviceConnection session) {
        boolean wasEmpty = waiting.isEmpty();
        waiting.put(session.device().device(), session.device().options().maxConnections());
        if (wasEmpty) {
            task.wake();
        }
    }

    /** Checks all waiting devices. Called by one thread at a time. */
    void look() throws SQLException, InterruptedException {
        while (!waiting.isEmpty()) {
            Map<DeviceId, Integer> some = taken();
            Map<DeviceId, List<ListedConnection>> all;
            try {
                all =
                        transactions.once(
                                connection -> ConnectionTable.of(connection, some.keySet()));
            } catch (SQLException | RuntimeException e) {
                some.forEach(waiting::putIfAbsent);
                throw e;
            }
            all.forEach((device, listed) -> {
                List<ListedConnection> sessions =
                        listed.stream().filter(ListedConnection::isSession).toList();
                sessions.stream()
                        .limit(Math.max(0, sessions.size() - some.getOrDefault(device, 1)))
                        .forEach(closer::takenOver);
            });
        }
    }

    private Map<DeviceId, Integer> taken() {
        Map<DeviceId, Integer> some = new HashMap<>();
        Iterator<Map.Entry<DeviceId, Integer>> all = waiting.entrySet().iterator();
        while (all.hasNext() && some.size() < DEVICES_AT_ONCE) {
            Map.Entry<DeviceId, Integer> next = all.next();
            some.put(next.getKey(), next.getValue());
            all.remove();
        }
        return some;
    }

    @Override
    public void start() {
        task.start(INTERVAL);
    }

    @Override
    public void stop() {
        task.stop();
    }

    @Override
    public boolean isRunning() {
        return task.isRunning();
    }

    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
