// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.runtime.push.Command.Target;
import io.millrace.server.web.entity.TenantEntity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A subscription of a session to values of one entity. It remembers the time and hash of what it sent for each key, so
 * that it sends a value once even if it learns of it in several ways. Guarded by the lock of its owner.
 */
final class Subscription implements SessionSubscription {

    /** Changes that arrive before the current values have been read; beyond it the values are read again. */
    private static final int MAX_EARLY = 100;

    private final SessionSubscriptions owner;
    private final Command.Read command;
    private final TenantEntity entity;
    private final Map<String, Stamp> sent = new HashMap<>();
    private final List<Change> early = new ArrayList<>();
    private boolean started;
    private boolean missed;

    Subscription(SessionSubscriptions owner, Command.Read command, TenantEntity entity) {
        this.owner = owner;
        this.command = command;
        this.entity = entity;
    }

    /** What was sent last for a key. */
    private record Stamp(long ts, int hash) {

        static Stamp of(long ts, Value value) {
            return new Stamp(ts, value.hashCode());
        }
    }

    SessionSubscriptions owner() {
        return owner;
    }

    @Override
    public int cmdId() {
        return command.cmdId();
    }

    EntityId entity() {
        return entity.entityId();
    }

    @Override
    public void enter(PushSessions sessions) {
        sessions.watched().add(entity.tenantId(), this);
    }

    @Override
    public void leave(PushSessions sessions) {
        sessions.watched().remove(this);
    }

    @Override
    public String error(int code, String message) {
        return Frames.error(cmdId(), code, message);
    }

    /** The scopes of the attributes that it reads; empty if it reads none. */
    Set<AttributeScope> scopes() {
        return command instanceof Command.Attributes attributes ? attributes.scopes() : Set.of();
    }

    boolean readsAttributes() {
        return command instanceof Command.Attributes;
    }

    /** The keys of the values that the client asked for; empty for all keys. */
    Set<String> keys() {
        return command.target().keys();
    }

    private Target target() {
        return command.target();
    }

    /** True if the changes before {@link #start} were too many to be kept, so that the values must be read again. */
    boolean hasMissedChanges() {
        return missed;
    }

    /** Sends the current values, and then the changes that arrived in the meantime. */
    void start(Change current, Outbox outbox) {
        outbox.open(cmdId(), target().strict());
        started = true;
        offer(current, outbox);
        early.forEach(change -> offer(change, outbox));
        early.clear();
    }

    /** Sends the history of a span, newest value last, and then the changes that arrived in the meantime. */
    void startWithHistory(Map<String, List<TimedValue>> history, Outbox outbox) {
        history.forEach((key, values) -> {
            if (!values.isEmpty()) {
                TimedValue newest = values.getLast();
                sent.put(key, Stamp.of(newest.ts(), newest.value()));
            }
        });
        started = true;
        early.forEach(change -> offer(change, outbox));
        early.clear();
    }

    /** Adds new values to the outbox, as far as the client asked for them. */
    void offer(Change change, Outbox outbox) {
        if (!started) {
            if (early.size() < MAX_EARLY) {
                early.add(change);
            } else {
                missed = true;
            }
            return;
        }
        switch (command) {
            case Command.Latest _ -> offerLatest(change, outbox);
            case Command.Live live -> offerLive(live.startTs(), change, outbox);
            case Command.Attributes attributes -> offerAttributes(attributes, change, outbox);
            case Command.History _ -> {}
        }
    }

    private void offerLatest(Change change, Outbox outbox) {
        switch (change) {
            case Change.Points(List<TimeseriesPoint> points) -> {
                for (TimeseriesPoint point : points) {
                    for (KeyValue each : point.values()) {
                        Stamp before = sent.get(each.key());
                        if (before == null || before.ts() <= point.ts()) {
                            send(each.key(), point.ts(), each.value(), outbox);
                        }
                    }
                }
            }
            case Change.CurrentLatest current -> replace(current, current.values(), outbox);
            case Change.Attributes _, Change.CurrentAttributes _ -> {}
        }
    }

    private void offerLive(long startTs, Change change, Outbox outbox) {
        switch (change) {
            case Change.Points(List<TimeseriesPoint> points) -> {
                for (TimeseriesPoint point : points) {
                    if (point.ts() >= startTs) {
                        point.values().forEach(each -> sendLive(each, point.ts(), outbox));
                    }
                }
            }
            case Change.CurrentLatest(_, Map<String, TimedValue> values) ->
                    values.forEach((key, value) -> {
                        Stamp before = sent.get(key);
                        if (value.ts() >= startTs && (before == null || before.ts() < value.ts())) {
                            send(key, value.ts(), value.value(), outbox);
                        }
                    });
            case Change.Attributes _, Change.CurrentAttributes _ -> {}
        }
    }

    /** Sends a value, also one that is older than a former one: a chart shows both. */
    private void sendLive(KeyValue each, long ts, Outbox outbox) {
        Stamp before = sent.get(each.key());
        if (before == null || before.ts() <= ts) {
            send(each.key(), ts, each.value(), outbox);
        } else if (target().wants(each.key())) {
            outbox.add(cmdId(), target().strict(), each.key(), ts, each.value());
        }
    }

    private void offerAttributes(Command.Attributes command, Change change, Outbox outbox) {
        switch (change) {
            case Change.Attributes saved -> {
                if (command.scopes().contains(saved.scope())) {
                    for (KeyValue each : saved.values()) {
                        Stamp before = sent.get(each.key());
                        // Of the same key in several scopes, the newest value is sent.
                        if (command.scopes().size() == 1
                                || before == null
                                || before.ts() <= saved.updatedAt()) {
                            send(each.key(), saved.updatedAt(), each.value(), outbox);
                        }
                    }
                }
            }
            case Change.CurrentAttributes current ->
                    replace(current, newest(command, current), outbox);
            case Change.Points _, Change.CurrentLatest _ -> {}
        }
    }

    private static Map<String, TimedValue> newest(
            Command.Attributes command, Change.CurrentAttributes current) {
        Map<String, TimedValue> newest = new HashMap<>();
        current.values()
                .forEach((scope, attributes) -> {
                    if (command.scopes().contains(scope)) {
                        for (Attribute attribute : attributes) {
                            newest.merge(
                                    attribute.keyValue().key(),
                                    new TimedValue(
                                            attribute.updatedAt(), attribute.keyValue().value()),
                                    (a, b) -> b.ts() > a.ts() ? b : a);
                        }
                    }
                });
        return newest;
    }

    /** Sends what differs from the given values, which are all that exist of the keys that were read. */
    private void replace(Change.Current read, Map<String, TimedValue> values, Outbox outbox) {
        values.forEach((key, value) -> send(key, value.ts(), value.value(), outbox));
        Set<String> deleted = new HashSet<>(sent.keySet());
        deleted.removeAll(values.keySet());
        if (!read.keys().isEmpty()) {
            deleted.retainAll(read.keys());
        }
        for (String key : deleted) {
            sent.remove(key);
            outbox.add(cmdId(), target().strict(), key, 0, null);
        }
    }

    private void send(String key, long ts, Value value, Outbox outbox) {
        if (!target().wants(key)) {
            return;
        }
        Stamp stamp = Stamp.of(ts, value);
        Stamp before = sent.put(key, stamp);
        if (!stamp.equals(before)) {
            outbox.add(cmdId(), target().strict(), key, ts, value);
        }
    }
}
