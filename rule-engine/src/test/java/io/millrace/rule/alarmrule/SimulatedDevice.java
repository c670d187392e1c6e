// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import static java.util.Objects.requireNonNull;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.NumberText;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.BooleanValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device under alarm rules, with a clock that its events move. Due times fire before later events, as in the service. */
final class SimulatedDevice {

    /** A Monday in UTC. */
    static final long MONDAY = Instant.parse("2026-01-05T00:00:00Z").toEpochMilli();

    final List<String> outcomes = new ArrayList<>();
    DeviceAlarmState state;
    OwnerAttributes owners = OwnerAttributes.NONE;
    private long now = MONDAY;

    SimulatedDevice(AlarmRules rules) {
        state = new DeviceAlarmState(rules);
    }

    /**
     * Runs events, each with its time since Monday: {@code 10s t=31 h=4}, {@code 1m @limit=5}, {@code 2h -@limit}, {@code 3h user
     * clears}, {@code 4h restart}, or a time alone.
     */
    SimulatedDevice run(String events) {
        for (String each : events.split(",")) {
            String[] parts = each.strip().split(" ", 2);
            long time = MONDAY + millis(parts[0]);
            elapseUntil(time);
            now = time;
            if (parts.length > 1) {
                event(parts[1]);
            }
        }
        return this;
    }

    static long millis(String time) {
        long number = Long.parseLong(time.substring(0, time.length() - 1));
        return switch (time.charAt(time.length() - 1)) {
            case 's' -> number * 1_000;
            case 'm' -> number * 60_000;
            case 'h' -> number * 3_600_000;
            default -> number * 86_400_000;
        };
    }

    private void elapseUntil(long time) {
        for (Long due = due(); due != null && due <= time; due = due()) {
            now = due;
            apply(evaluation().elapsed());
        }
    }

    private @Nullable Long due() {
        return evaluation().nextDue();
    }

    AlarmEvaluation evaluation() {
        return new AlarmEvaluation(state, owners, now);
    }

    private void event(String event) {
        switch (event) {
            case "user clears" -> state.alarmCleared(alarm().id(), "Heat");
            case "user deletes" -> state.alarmDeleted(alarm().id());
            case "restart" -> restart();
            default -> {
                if (event.startsWith("-@")) {
                    apply(evaluation().removed(List.of(event.substring(2))));
                } else {
                    boolean attributes = event.startsWith("@");
                    RuleKey.Type type =
                            attributes ? RuleKey.Type.ATTRIBUTE : RuleKey.Type.TIME_SERIES;
                    apply(evaluation().updated(type, values(event), now));
                }
            }
        }
    }

    private ActiveAlarm alarm() {
        return requireNonNull(state.alarm(state.rules().sets().getFirst()));
    }

    /** What a new process knows: the stored counts, the stored values and the active alarms. */
    private void restart() {
        DeviceProfileId profile = new DeviceProfileId(TimeOrderedUuid.next());
        DeviceAlarmState read = new DeviceAlarmState(state.rules());
        read.load(RuleProgress.parse(state.progress(profile).json()));
        state.rules()
                .keys()
                .slots()
                .forEach((type, slots) ->
                        slots.forEach((name, slot) -> {
                            Value value = state.value(slot);
                            if (value != null) {
                                read.load(type, name, value);
                            }
                        }));
        state.rules().sets().forEach(set -> read.setAlarm(set, state.alarm(set)));
        state = read;
    }

    static List<KeyValue> values(String text) {
        return Arrays.stream(text.split(" "))
                .map(each -> each.split("=", 2))
                .map(each -> new KeyValue(each[0].replace("@", ""), value(each[1])))
                .toList();
    }

    static Value value(String text) {
        return text.equals("true") || text.equals("false")
                ? new BooleanValue(Boolean.parseBoolean(text))
                : NumberText.cast(text);
    }

    void inherit(Map<String, Value> customer, Map<String, Value> tenant) {
        owners = new OwnerAttributes(customer, tenant);
    }

    /** Carries decisions out, and notes their outcomes with their times. */
    List<AlarmDecision> apply(List<AlarmDecision> decisions) {
        for (AlarmDecision decision : decisions) {
            ActiveAlarm before = state.alarm(decision.set());
            switch (decision) {
                case AlarmDecision.Raise raise -> {
                    AlarmId id = before == null ? new AlarmId(TimeOrderedUuid.next()) : before.id();
                    state.setAlarm(
                            raise.set(),
                            new ActiveAlarm(
                                    id, raise.severity(), raise.startTs(), raise.details()));
                    note(
                            before == null
                                    ? "created " + raise.severity()
                                    : before.severity() == raise.severity()
                                            ? "updated"
                                            : "now " + raise.severity());
                }
                case AlarmDecision.Clear clear -> {
                    state.setAlarm(clear.set(), null);
                    note("cleared");
                }
            }
        }
        return decisions;
    }

    private void note(String outcome) {
        long seconds = (now - MONDAY) / 1_000;
        String time = seconds % 3_600 == 0 && seconds > 0 ? seconds / 3_600 + "h" : seconds + "s";
        outcomes.add(time + " " + outcome);
    }
}
