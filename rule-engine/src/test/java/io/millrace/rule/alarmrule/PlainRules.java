// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.rule.alarm.AlarmSeverity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plain model of alarm rules with one set, for comparisons: names instead of slots, every rule looked at for every update,
 * and a clock that ticks once a second instead of due times. Written from the description of the rules, not from the code.
 */
final class PlainRules {

    final List<String> outcomes = new ArrayList<>();
    private final List<Rule> create;
    private final @Nullable Rule clear;
    private final Map<String, Double> values = new HashMap<>();
    private final Map<Rule, long[]> counts = new HashMap<>();
    private long snapshotTs;
    private @Nullable AlarmSeverity alarm;

    /**
     * A rule.
     *
     * @param severity null: the clear rule
     * @param limitAttribute an attribute whose value replaces the limit, or null
     * @param kind what the count is: "", "for" (seconds) or "times"
     * @param fromHour start of the schedule on every day, or -1
     */
    record Rule(
            @Nullable AlarmSeverity severity,
            String key,
            boolean greater,
            int limit,
            @Nullable String limitAttribute,
            String kind,
            int count,
            int fromHour,
            int toHour) {

        String text() {
            return "%s %s %s %s%s%s"
                    .formatted(
                            severity == null ? "clear" : severity.name(),
                            key,
                            greater ? ">" : "<",
                            limitAttribute == null ? limit : "@" + limitAttribute + "?" + limit,
                            switch (kind) {
                                case "for" -> " for %ds".formatted(count);
                                case "times" -> " %d times".formatted(count);
                                default -> "";
                            },
                            fromHour < 0
                                    ? ""
                                    : " on MON,TUE,WED,THU,FRI,SAT,SUN %dh-%dh"
                                            .formatted(fromHour, toHour));
        }
    }

    PlainRules(List<Rule> create, @Nullable Rule clear) {
        this.create = create;
        this.clear = clear;
    }

    void update(String prefix, Map<String, Integer> update, long ts, long now) {
        Set<String> changed = new HashSet<>();
        update.forEach((name, value) -> {
            String key = prefix + name;
            Double before = values.put(key, (double) value);
            if (ts != snapshotTs || before == null || before.intValue() != value) {
                changed.add(key);
            }
        });
        snapshotTs = ts;
        for (Rule rule : create) {
            if (uses(rule, changed)) {
                String verdict = verdict(rule);
                if (verdict.equals("false")) {
                    counts.remove(rule);
                } else if (verdict.equals("true")) {
                    counts.remove(clear);
                    raise(rule, now, true);
                    return;
                }
            }
        }
        if (clear != null && alarm != null && uses(clear, changed)) {
            switch (verdict(clear)) {
                case "false" -> counts.remove(clear);
                case "true" -> clear(now);
                default -> {}
            }
        }
    }

    void tick(long now) {
        for (Rule rule : create) {
            String verdict = verdictOfTime(rule, now);
            if (verdict.equals("false")) {
                counts.remove(rule);
            } else if (verdict.equals("true")) {
                counts.remove(clear);
                raise(rule, now, false);
                return;
            }
        }
        if (clear != null && alarm != null) {
            switch (verdictOfTime(clear, now)) {
                case "false" -> counts.remove(clear);
                case "true" -> clear(now);
                default -> {}
            }
        }
    }

    private static boolean uses(Rule rule, Set<String> changed) {
        return changed.contains(rule.key())
                || (rule.limitAttribute() != null && changed.contains("@" + rule.limitAttribute()));
    }

    private String verdict(Rule rule) {
        Double value = values.get(rule.key());
        double limit = rule.limit();
        Double attribute = values.get("@" + rule.limitAttribute());
        if (attribute != null) {
            limit = attribute;
        }
        boolean holds = value != null && (rule.greater() ? value > limit : value < limit);
        if (!holds || !active(rule, snapshotTs)) {
            return "false";
        }
        long[] count = counts.computeIfAbsent(rule, _ -> new long[2]);
        switch (rule.kind()) {
            case "times" -> {
                count[1]++;
                return count[1] >= rule.count() ? "true" : "not yet";
            }
            case "for" -> {
                if (count[0] == 0) {
                    count[0] = snapshotTs;
                } else if (snapshotTs > count[0]) {
                    count[1] += snapshotTs - count[0];
                    count[0] = snapshotTs;
                }
                return count[1] > rule.count() * 1_000L ? "true" : "not yet";
            }
            default -> {
                return "true";
            }
        }
    }

    private String verdictOfTime(Rule rule, long now) {
        long[] count = counts.get(rule);
        if (!rule.kind().equals("for") || count == null || count[0] == 0) {
            return "not yet";
        }
        if (!active(rule, now)) {
            return "false";
        }
        long lasted = count[1] + now - count[0];
        return rule.count() > 0 && lasted > rule.count() * 1_000L ? "true" : "not yet";
    }

    private static boolean active(Rule rule, long ts) {
        long time = Math.floorMod(ts, 86_400_000L);
        long from = rule.fromHour() * 3_600_000L;
        long to = rule.toHour() * 3_600_000L;
        if (rule.fromHour() < 0) {
            return true;
        }
        return from <= to ? time >= from && time < to : time > from || (time > 0 && time < to);
    }

    private void raise(Rule rule, long now, boolean again) {
        AlarmSeverity severity = Objects.requireNonNull(rule.severity());
        if (alarm == null) {
            note(now, "created " + severity);
            alarm = severity;
        } else if (severity.ordinal() < alarm.ordinal()) {
            note(now, "now " + severity);
            alarm = severity;
        } else if (severity == alarm && again) {
            note(now, "updated");
        }
    }

    private void clear(long now) {
        counts.clear();
        alarm = null;
        note(now, "cleared");
    }

    private void note(long now, String outcome) {
        outcomes.add("%d %s".formatted((now - SimulatedDevice.MONDAY) / 1_000, outcome));
    }
}
