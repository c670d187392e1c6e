// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.store.timeseries.WatchedValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
        List<WatchedValues.Watched> left = wanted;
        while (!left.isEmpty()) {
            WatchedValues.Found found = values.changed(left);
            found.changed().forEach(changed -> passOn(changed, before.get(changed.entity())));
            left = found.rest();
        }
    }

    private void passOn(WatchedValues.Changed changed, Watched.@Nullable State before) {
        if (before == null) {
            return;
        }
        switch (changed) {
            case WatchedValues.Values values -> {
                List<Change> current =
                        List.of(
                                new Change.CurrentLatest(Set.of(), values.latest()),
                                new Change.CurrentAttributes(Set.of(), values.attributes()));
                watched.change(
                        values.entity(), each -> each.addRead(current, before, values.print()));
            }
            case WatchedValues.TooLarge(UUID entity, long print) ->
                    watched.change(entity, each -> each.addRead(print));
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
