// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.alarm.AlarmSelection;
import io.millrace.server.runtime.telemetry.RangeParameters;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A command of a client. Each has an id that the client chooses; answers and updates name it. */
sealed interface Command {

    int cmdId();

    /** A command that reads values of one entity. */
    sealed interface Read extends Command {

        Target target();
    }

    /**
     * The values that a client asks for.
     *
     * @param keys the keys; empty for all keys
     * @param strict whether values are sent with their JSON types; else as text
     */
    record Target(EntityType type, UUID id, Set<String> keys, boolean strict) {

        boolean wants(String key) {
            return keys.isEmpty() || keys.contains(key);
        }
    }

    /** Sends attributes: the current ones, then changes. */
    record Attributes(int cmdId, Target target, Set<AttributeScope> scopes) implements Read {}

    /** Sends the latest value of each key, then later values. */
    record Latest(int cmdId, Target target) implements Read {}

    /**
     * Sends the values of a span of time, then new values.
     *
     * @param startTs start of the span, in milliseconds since the epoch; older values are not sent
     */
    record Live(int cmdId, Target target, long startTs, RangeParameters history) implements Read {}

    /** Sends the values of a span of time once. */
    record History(int cmdId, Target target, RangeParameters range) implements Read {}

    /** Sends the states and figures of a rule chain's nodes once a second. */
    record NodeStates(int cmdId, UUID chain) implements Command {}

    /**
     * Sends a page of alarms, and again when it has changed.
     *
     * @param page null: only the number of the alarms
     */
    record Alarms(int cmdId, CommandType type, AlarmSelection selection, @Nullable PageLink page)
            implements Command {}

    /** Ends a subscription. */
    record Unsubscribe(int cmdId) implements Command {}

    /** A command of ThingsBoard that Millrace does not have. */
    record Unsupported(int cmdId, CommandType type) implements Command {}

    /**
     * A command that cannot be understood.
     *
     * @param type null: that is what cannot be understood
     */
    record Invalid(int cmdId, @Nullable CommandType type, String message) implements Command {}
}
