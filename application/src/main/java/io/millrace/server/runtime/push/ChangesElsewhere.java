// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.store.timeseries.WatchedValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.context.SmartLifecycle;

/**
 * Finds the values that other instances of the cluster have written: once a second, one statement for all entities with
 * subscriptions on this instance; none if there are none. Only values that were not sent yet reach the clients.
 */
final class ChangesElsewhere implements SmartLifecycle {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final WatchedEntities watched;
    private final WatchedValues values;
    private final PeriodicTask task = new PeriodicTask("push-changes", INTERVAL, this::read);

    ChangesElsewhere(WatchedEntities watched, WatchedValues values) {
        this.watched = watched;
        this.values = values;
    }

    private void read() {
        List<WatchedValues.Watched> wanted = new ArrayList<>();
        Map<UUID, Watched.State> before = new HashMap<>();
        for (Watched each : watched.all()) {
            Watched.State state = each.state();
            UUID entity = each.entity().id();
            before.put(entity, state);
            wanted.add(new WatchedValues.Watched(each.tenant(), entity, state.print()));
        }
        if (wanted.isEmpty()) {
            return;
        }
        for (WatchedValues.Changed changed : values.changed(wanted)) {
            Watched.State state = before.get(changed.entity());
            if (state != null) {
                List<Change> all =
                        List.of(
                                new Change.AllLatest(changed.latest()),
                                new Change.AllAttributes(changed.attributes()));
                watched.change(changed.entity(), each -> each.addRead(all, state, changed.print()));
            }
        }
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
}
