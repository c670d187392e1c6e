// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.AlarmRuleSet.CreateRule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one device under the alarm rules of its profile: the latest of the values that the rules use, the counts of
 * the rules, and the active alarms. Used by one thread at a time.
 */
public final class DeviceAlarmState {

    private static final int OBJECT_BYTES = 160;
    private static final int BYTES_PER_VALUE = 32;
    private static final int BYTES_PER_ALARM = 136;
    private static final int COUNTS = 3;
    private static final int LAST_EVENT = 0;
    private static final int DURATION = 1;
    private static final int EVENTS = 2;

    private final AlarmRules rules;
    private final @Nullable Value[] values;

    /** The counts of each rule, one rule after the other. */
    private final long[] counts;

    /** The active alarm of each set of rules. */
    private final @Nullable ActiveAlarm[] alarms;

    /** Time of the latest update in milliseconds since the epoch; 0: none. */
    private long ts;

    private boolean progressed;

    /** Creates the state of a device of which nothing is known. */
    public DeviceAlarmState(AlarmRules rules) {
        this.rules = rules;
        this.values = new Value[rules.keys().count()];
        this.counts = new long[rules.ruleCount() * COUNTS];
        this.alarms = new ActiveAlarm[rules.sets().size()];
    }

    public AlarmRules rules() {
        return rules;
    }

    /** Sets a value that was read from a store; ignored if the rules do not use it. */
    public void load(RuleKey.Type type, String name, Value value) {
        int slot = rules.keys().slot(type, name);
        if (slot >= 0) {
            values[slot] = value;
        }
    }

    /** Takes over the counts of rules that still exist, by the id of their set and their severity. */
    public void load(RuleProgress progress) {
        for (RuleProgress.OfRule stored : progress.rules()) {
            rules.sets().stream()
                    .filter(set -> set.id().equals(stored.set()))
                    .forEach(set ->
                            forEachRule(
                                    set,
                                    (severity, index) -> {
                                        if (severity == stored.severity()) {
                                            set(index, LAST_EVENT, stored.lastEventTs());
                                            set(index, DURATION, stored.duration());
                                            set(index, EVENTS, stored.eventCount());
                                        }
                                    }));
        }
        progressed = false;
    }

    /** Returns the counts that have to be stored. */
    public RuleProgress progress(DeviceProfileId profile) {
        List<RuleProgress.OfRule> counting = new ArrayList<>();
        for (AlarmRuleSet set : rules.sets()) {
            forEachRule(
                    set,
                    (severity, index) -> {
                        if (lastEventTs(index) != 0 || duration(index) != 0 || events(index) != 0) {
                            counting.add(
                                    new RuleProgress.OfRule(
                                            set.id(),
                                            severity,
                                            lastEventTs(index),
                                            duration(index),
                                            events(index)));
                        }
                    });
        }
        return new RuleProgress(profile, counting);
    }

    private static void forEachRule(
            AlarmRuleSet set, ObjIntConsumer<@Nullable AlarmSeverity> consumer) {
        for (CreateRule each : set.createRules()) {
            consumer.accept(each.severity(), each.rule().index());
        }
        if (set.clearRule() != null) {
            consumer.accept(null, set.clearRule().index());
        }
    }

    /** True if counts have changed since the last call. */
    public boolean takeProgressed() {
        boolean was = progressed;
        progressed = false;
        return was;
    }

    /**
     * Sets new values, each of which counts as changed if it differs or if the update has another time than the one
     * before.
     *
     * @param updateTs time of the update, in milliseconds since the epoch
     * @return the slots of the changed values; null if the update has no value that the rules use
     */
    @Nullable BitSet update(RuleKey.Type type, List<KeyValue> update, long updateTs) {
        BitSet changed = null;
        for (KeyValue each : update) {
            int slot = rules.keys().slot(type, each.key());
            if (slot >= 0) {
                changed = changed == null ? new BitSet(values.length) : changed;
                boolean equal = each.value().equals(values[slot]);
                if (!equal) {
                    values[slot] = each.value();
                }
                if (!equal || ts != updateTs) {
                    changed.set(slot);
                }
            }
        }
        ts = updateTs;
        return changed;
    }

    /** Removes attributes; returns the slots of those that the rules use, or null if there are none. */
    @Nullable BitSet remove(List<String> attributes, long updateTs) {
        BitSet changed = null;
        for (String name : attributes) {
            int slot = rules.keys().slot(RuleKey.Type.ATTRIBUTE, name);
            if (slot >= 0) {
                changed = changed == null ? new BitSet(values.length) : changed;
                changed.set(slot);
                values[slot] = null;
            }
        }
        ts = updateTs;
        return changed;
    }

    @Nullable Value value(int slot) {
        return values[slot];
    }

    long ts() {
        return ts;
    }

    /** Returns the active alarm of a set of rules, or null. */
    public @Nullable ActiveAlarm alarm(AlarmRuleSet set) {
        return alarms[set.index()];
    }

    /** Sets the active alarm of a set of rules; null: there is none. */
    public void setAlarm(AlarmRuleSet set, @Nullable ActiveAlarm alarm) {
        alarms[set.index()] = alarm;
    }

    /**
     * Forgets an alarm that was cleared elsewhere, with the counts of the rules that have created it.
     *
     * @param type type of the alarm: if the state was read after it was cleared, only the type tells its rules
     */
    public void alarmCleared(AlarmId alarm, String type) {
        for (AlarmRuleSet set : rules.sets()) {
            @Nullable ActiveAlarm active = alarms[set.index()];
            if (active == null ? set.alarmType().equals(type) : active.id().equals(alarm)) {
                alarms[set.index()] = null;
                set.createRules().forEach(each -> reset(each.rule()));
            }
        }
    }

    /** Forgets an alarm that was deleted, with the counts of all rules of its set. */
    public void alarmDeleted(AlarmId alarm) {
        for (AlarmRuleSet set : rules.sets()) {
            @Nullable ActiveAlarm active = alarms[set.index()];
            if (active != null && active.id().equals(alarm)) {
                alarms[set.index()] = null;
                resetAll(set);
            }
        }
    }

    void reset(AlarmRule rule) {
        for (int i = 0; i < COUNTS; i++) {
            set(rule.index(), i, 0);
        }
    }

    void resetAll(AlarmRuleSet set) {
        set.createRules().forEach(each -> reset(each.rule()));
        if (set.clearRule() != null) {
            reset(set.clearRule());
        }
    }

    /** Adds the time since the last value to the duration of a rule; the first value starts it. Older ones are ignored. */
    long lasting(AlarmRule rule, long eventTs) {
        int index = rule.index();
        long last = lastEventTs(index);
        if (last <= 0) {
            set(index, LAST_EVENT, eventTs);
            set(index, DURATION, 0);
        } else if (eventTs > last) {
            set(index, DURATION, duration(index) + (eventTs - last));
            set(index, LAST_EVENT, eventTs);
        }
        return duration(index);
    }

    long repeated(AlarmRule rule) {
        set(rule.index(), EVENTS, events(rule.index()) + 1);
        return events(rule.index());
    }

    /** True if the duration of a rule has begun. */
    boolean isLasting(AlarmRule rule) {
        return lastEventTs(rule.index()) > 0;
    }

    /** True if the condition of a rule has held for a value since the last reset. */
    boolean isCounting(AlarmRule rule) {
        return lastEventTs(rule.index()) != 0 || events(rule.index()) != 0;
    }

    /** Returns how many values the condition of a rule has held for. */
    long repetitions(AlarmRule rule) {
        return events(rule.index());
    }

    /** Returns for how long the condition of a rule has held until its last value. */
    long duration(AlarmRule rule) {
        return duration(rule.index());
    }

    /** Returns the time of the last value for which the condition of a rule has held; 0 if there is none. */
    long lastEventTs(AlarmRule rule) {
        return lastEventTs(rule.index());
    }

    /** Returns for how long the condition of a rule has held until now, if it still holds. */
    long lastingUntil(AlarmRule rule, long now) {
        return duration(rule.index()) + (now - lastEventTs(rule.index()));
    }

    private long lastEventTs(int rule) {
        return counts[rule * COUNTS + LAST_EVENT];
    }

    private long duration(int rule) {
        return counts[rule * COUNTS + DURATION];
    }

    private long events(int rule) {
        return counts[rule * COUNTS + EVENTS];
    }

    private void set(int rule, int count, long value) {
        int index = rule * COUNTS + count;
        progressed |= counts[index] != value;
        counts[index] = value;
    }

    /** Approximate memory of this state, without the rules. */
    public int bytes() {
        int bytes = OBJECT_BYTES + Long.BYTES * counts.length + Integer.BYTES * alarms.length;
        for (@Nullable Value value : values) {
            bytes +=
                    Integer.BYTES + (value == null ? 0 : BYTES_PER_VALUE + Value.textLength(value));
        }
        for (@Nullable ActiveAlarm alarm : alarms) {
            bytes += alarm == null ? 0 : BYTES_PER_ALARM + alarm.details().length();
        }
        return bytes;
    }
}
