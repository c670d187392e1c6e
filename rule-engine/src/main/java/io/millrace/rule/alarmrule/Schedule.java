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

    /** Active at all times. */
    record Always() implements Schedule {

        @Override
        public boolean isActive(long ts, EvaluationContext context) {
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

        @Override
        public boolean isActive(long ts, EvaluationContext context) {
            @Nullable Value replacement = context.resolve(dynamic);
            return (replacement == null ? this : replacedBy(replacement.asText())).isActive(ts);
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
    }
}
