// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.StringValue;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ScheduleTest {

    private static final long MINUTE = 60_000;
    private static final long HOUR = 3_600_000;
    private static final EvaluationContext NO_VALUES =
            new EvaluationContext(new DeviceAlarmState(AlarmRules.NONE), OwnerAttributes.NONE);

    @ParameterizedTest(name = "{0}h to {1}h at {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    9  | 17 | 08:59:59.999 | false
                    9  | 17 | 09:00:00     | true
                    9  | 17 | 16:59:59.999 | true
                    9  | 17 | 17:00:00     | false
                    9  | 0  | 23:59:59.999 | true
                    9  | 0  | 08:00:00     | false
                    0  | 0  | 00:00:00     | true
                    0  | 24 | 23:59:59.999 | true
                    9  | 9  | 09:00:00     | false
                    22 | 6  | 21:59:59     | false
                    22 | 6  | 22:00:00     | false
                    22 | 6  | 22:00:00.001 | true
                    22 | 6  | 00:00:00     | false
                    22 | 6  | 00:00:00.001 | true
                    22 | 6  | 05:59:59.999 | true
                    22 | 6  | 06:00:00     | false
                    """)
    void isActiveInItsWindow(int from, int to, String time, boolean active) {
        Schedule schedule =
                specificTime("UTC", "1, 2, 3, 4, 5, 6, 7", from * HOUR, to * HOUR, "null");

        assertThat(isActive(schedule, "UTC", "2026-01-05T" + time)).isEqualTo(active);
    }

    @Test
    void countsTheDaysInItsOwnTimeZone() {
        Schedule schedule = specificTime("Asia/Tokyo", "1", 0, 0, "null");

        assertThat(isActive(schedule, "UTC", "2026-01-04T14:59:59")).as("Sunday there").isFalse();
        assertThat(isActive(schedule, "UTC", "2026-01-04T15:00:00")).as("Monday there").isTrue();
        assertThat(isActive(schedule, "UTC", "2026-01-05T15:00:00")).as("Tuesday there").isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "2026-03-28T09:00, true",
        "2026-03-29T09:00, false",
        "2026-03-29T10:00, true",
        "2026-10-25T08:00, true",
        "2026-10-25T09:30, false"
    })
    void countsTheTimeSinceMidnightOnDaysOfAClockChange(String local, boolean active) {
        Schedule schedule =
                specificTime("Europe/Berlin", "1,2,3,4,5,6,7", 9 * HOUR, 10 * HOUR, "null");

        assertThat(isActive(schedule, "Europe/Berlin", local)).isEqualTo(active);
    }

    @Test
    void aLongDayIsActiveToItsEnd() {
        Schedule schedule = specificTime("Europe/Berlin", "7", 0, 0, "null");

        assertThat(isActive(schedule, "Europe/Berlin", "2026-10-25T23:59")).isTrue();
    }

    @Test
    void eachDayMayHaveAWindowOfItsOwn() {
        Schedule schedule =
                schedule(
                        """
                        {"type": "CUSTOM", "timezone": "UTC", "items": [
                          {"enabled": true, "dayOfWeek": 1, "startsOn": 3600000, "endsOn": 7200000},
                          {"enabled": false, "dayOfWeek": 2, "startsOn": 0, "endsOn": 0},
                          {"enabled": true, "dayOfWeek": 3, "startsOn": 0, "endsOn": 0}]}
                        """);

        assertThat(isActive(schedule, "UTC", "2026-01-05T01:30")).isTrue();
        assertThat(isActive(schedule, "UTC", "2026-01-05T02:30")).isFalse();
        assertThat(isActive(schedule, "UTC", "2026-01-06T01:30")).as("not enabled").isFalse();
        assertThat(isActive(schedule, "UTC", "2026-01-07T20:00")).isTrue();
        assertThat(isActive(schedule, "UTC", "2026-01-08T20:00")).as("no item").isFalse();
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    true  | a schedule of the same type replaces it | {"type":"SPECIFIC_TIME","timezone":"UTC","daysOfWeek":[1],"startsOn":0,"endsOn":0}
                    false | one of another type does not            | {"type":"ANY_TIME"}
                    false | a text that is no JSON does not         | always
                    false | a faulty schedule does not              | {"type":"SPECIFIC_TIME","timezone":"Mars","daysOfWeek":[1],"startsOn":0,"endsOn":0}
                    false | without the attribute it stays          | -
                    """)
    void anAttributeMayReplaceIt(boolean active, String name, String attribute) {
        Schedule schedule =
                specificTime(
                        "UTC",
                        "2",
                        0,
                        0,
                        "{\"sourceType\": \"CURRENT_TENANT\", \"sourceAttribute\": \"plan\"}");
        Map<String, Value> tenant =
                attribute == null ? Map.of() : Map.of("plan", new StringValue(attribute));

        assertThat(
                        schedule.isActive(
                                millis("UTC", "2026-01-05T12:00"),
                                new EvaluationContext(
                                        new DeviceAlarmState(AlarmRules.NONE),
                                        new OwnerAttributes(Map.of(), tenant))))
                .as(name)
                .isEqualTo(active);
    }

    @Test
    void betweenTwoMomentsItIsActiveIfItIsInEveryMinute() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int active = 0;
        for (int i = 0; i < 500; i++) {
            // The clocks of Berlin change within these days.
            String zone = List.of("UTC", "Europe/Berlin").get(random.nextInt(2));
            String days =
                    IntStream.rangeClosed(1, 7)
                            .filter(_ -> random.nextInt(5) > 0)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(","));
            Schedule schedule =
                    specificTime(
                            zone,
                            days.isEmpty() ? "1" : days,
                            random.nextInt(24) * HOUR,
                            random.nextInt(25) * HOUR,
                            "null");
            long from = millis(zone, "2026-03-23T00:00") + random.nextInt(9 * 24 * 60) * MINUTE;
            int minutes = random.nextInt(random.nextInt(3) > 0 ? 8 * 60 : 10 * 24 * 60);
            boolean everyMinute =
                    IntStream.range(0, minutes)
                            .mapToLong(minute -> from + minute * MINUTE + MINUTE / 2)
                            .allMatch(ts -> schedule.isActive(ts, NO_VALUES));

            assertThat(schedule.isActiveBetween(from, from + minutes * MINUTE, NO_VALUES))
                    .as("seed %d, %s from %d for %d minutes", seed, schedule, from, minutes)
                    .isEqualTo(everyMinute);
            active += everyMinute ? 1 : 0;
        }
        assertThat(active).as("of 500 cases").isBetween(20, 480);
    }

    @Test
    void ofNoTimeEverythingIsTrue() {
        Schedule never = specificTime("UTC", "2", 9 * HOUR, 9 * HOUR, "null");
        long now = millis("UTC", "2026-01-05T12:00");

        assertThat(never.isActiveBetween(now, now, NO_VALUES)).isTrue();
        assertThat(never.isActiveBetween(now, now - 1, NO_VALUES)).isTrue();
        assertThat(never.isActiveBetween(now, now + 1, NO_VALUES)).isFalse();
    }

    private static Schedule specificTime(
            String zone, String days, long startsOn, long endsOn, String dynamic) {
        return schedule(
                "{\"type\": \"SPECIFIC_TIME\", \"timezone\": \"%s\", \"daysOfWeek\": [%s], \"startsOn\": %d, \"endsOn\": %d, \"dynamicValue\": %s}"
                        .formatted(zone, days, startsOn, endsOn, dynamic));
    }

    private static Schedule schedule(String json) {
        return new AlarmRulesParser()
                .schedule(JsonPlace.of("schedule", JsonMapper.shared().readTree(json)));
    }

    private static boolean isActive(Schedule schedule, String zone, String local) {
        return schedule.isActive(millis(zone, local), NO_VALUES);
    }

    private static long millis(String zone, String local) {
        return LocalDateTime.parse(local).atZone(ZoneId.of(zone)).toInstant().toEpochMilli();
    }
}
