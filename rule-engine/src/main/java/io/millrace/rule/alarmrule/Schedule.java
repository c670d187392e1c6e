// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.MessageJson;
import io.millrace.message.telemetry.Value;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** When a rule is active. */
public sealed interface Schedule {

    /** Always. */
    Always ALWAYS = new Always();

    /**
     * True if the rule is active.
     *
     * @param ts milliseconds since the epoch
     */
    boolean isActive(long ts, EvaluationContext context);

    /**
     * True if the rule is active all the time between two moments; single instants do not count.
     *
     * @param from milliseconds since the epoch
     * @param to the same; if it is not after {@code from}, there is no time between them
     */
    boolean isActiveBetween(long from, long to, EvaluationContext context);

    /** Active at all times. */
    record Always() implements Schedule {

        @Override
        public boolean isActive(long ts, EvaluationContext context) {
            return true;
        }

        @Override
        public boolean isActiveBetween(long from, long to, EvaluationContext context) {
            return true;
        }
    }

    /**
     * Active in a window of some days of the week.
     *
     * @param type the type in the JSON
     * @param dynamic attribute with the JSON of a schedule of the same type, which replaces this one; or null
     */
    record Weekly(
            Type type, ZoneId zone, Map<DayOfWeek, Window> windows, @Nullable DynamicValue dynamic)
            implements Schedule {

        public Weekly {
            windows = Map.copyOf(windows);
        }

        /** The days of a week, and a second time the one with which it began. */
        private static final int DAYS = 8;

        @Override
        public boolean isActive(long ts, EvaluationContext context) {
            return current(context).isActive(ts);
        }

        @Override
        public boolean isActiveBetween(long from, long to, EvaluationContext context) {
            return from >= to || current(context).isActiveBetween(from, to);
        }

        private Weekly current(EvaluationContext context) {
            @Nullable Value replacement = context.resolve(dynamic);
            return replacement == null ? this : replacedBy(replacement.asText());
        }

        /** Returns the schedule in a text, or this one if the text is none of the same type. */
        private Weekly replacedBy(String text) {
            try {
                Schedule parsed =
                        new AlarmRulesParser()
                                .schedule(
                                        JsonPlace.of(
                                                "schedule", MessageJson.MAPPER.readTree(text)));
                return parsed instanceof Weekly weekly && weekly.type == type ? weekly : this;
            } catch (JacksonException | AlarmRuleFaultException _) {
                return this;
            }
        }

        private boolean isActive(long ts) {
            LocalDate day = Instant.ofEpochMilli(ts).atZone(zone).toLocalDate();
            @Nullable Window window = windows.get(day.getDayOfWeek());
            long midnight = day.atStartOfDay(zone).toInstant().toEpochMilli();
            return window != null && window.contains(ts - midnight);
        }

        private boolean isActiveBetween(long from, long to) {
            LocalDate day = Instant.ofEpochMilli(from).atZone(zone).toLocalDate();
            for (int i = 0; i < DAYS; i++) {
                LocalDate date = day.plusDays(i);
                long midnight = date.atStartOfDay(zone).toInstant().toEpochMilli();
                long end = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
                if (midnight >= to) {
                    break;
                }
                @Nullable Window window = windows.get(date.getDayOfWeek());
                if (window == null
                        || !window.covers(
                                Math.max(from, midnight) - midnight,
                                Math.min(to, end) - midnight)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The types of schedules in the JSON. */
    enum Type {
        ANY_TIME,
        SPECIFIC_TIME,
        CUSTOM
    }

    /**
     * A part of a day, in milliseconds since local midnight. If it ends before it starts, it is the night: the rest of
     * the day after its start, and the beginning of the day until its end.
     *
     * @param endsOn 0: the end of the day
     */
    record Window(long startsOn, long endsOn) {

        boolean contains(long time) {
            if (endsOn == 0) {
                return time >= startsOn;
            }
            return startsOn <= endsOn
                    ? time >= startsOn && time < endsOn
                    : time > startsOn || (time > 0 && time < endsOn);
        }

        /** True if the window contains all of a part of the day, except for single instants. */
        boolean covers(long from, long to) {
            if (endsOn == 0) {
                return from >= startsOn;
            }
            return startsOn <= endsOn
                    ? from >= startsOn && to <= endsOn
                    : from >= startsOn || to <= endsOn;
        }
    }
}
