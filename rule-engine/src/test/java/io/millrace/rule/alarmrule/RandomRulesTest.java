// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.alarm.AlarmSeverity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the evaluation with a plain model, for random rules and events. {@code -Drules.seed=N} repeats a case. */
class RandomRulesTest {

    private static final int CASES = 200;
    private static final int EVENTS = 40;
    private static final List<String> KEYS = List.of("a", "b", "@x");

    @Test
    void decidesAsAPlainModelDoes() {
        Long seed = Long.getLong("rules.seed");
        if (seed != null) {
            compare(seed);
            return;
        }
        long first = System.nanoTime();
        int outcomes = 0;
        for (int i = 0; i < CASES; i++) {
            outcomes += compare(first + i);
        }
        assertThat(outcomes).as("changes of alarms in all cases").isGreaterThan(CASES);
    }

    private static int compare(long seed) {
        Random random = new Random(seed);
        List<PlainRules.Rule> create = createRules(random);
        PlainRules.Rule clear = random.nextInt(4) > 0 ? rule(random, null) : null;
        String text =
                Stream.concat(create.stream(), Stream.ofNullable(clear))
                        .map(PlainRules.Rule::text)
                        .collect(Collectors.joining("; "));
        PlainRules model = new PlainRules(create, clear);
        Timeline device = new Timeline(RuleText.rules(text));
        List<String> events = new ArrayList<>();
        long now = SimulatedDevice.MONDAY + random.nextInt(24) * 3_600_000L;
        for (int i = 0; i < EVENTS; i++) {
            long next = now + 1_000L * (1 + random.nextInt(random.nextInt(5) == 0 ? 4_000 : 8));
            model.tick(now);
            for (long tick = now; tick < next; tick += 1_000) {
                // Nothing is due between two whole seconds but a millisecond after the first.
                model.tick(tick + 1);
            }
            device.elapseUntil(next - 1);
            now = next;
            boolean attribute = random.nextInt(4) == 0;
            Map<String, Integer> update = update(random, attribute);
            long ts = attribute || random.nextInt(8) > 0 ? now : now - random.nextInt(9) * 1_000L;
            events.add(
                    "%d %s%s at %d"
                            .formatted(
                                    (now - SimulatedDevice.MONDAY) / 1_000,
                                    attribute ? "@" : "",
                                    update,
                                    (ts - SimulatedDevice.MONDAY) / 1_000));
            model.update(attribute ? "@" : "", update, ts, now);
            device.update(attribute, update, ts, now);
        }
        assertThat(device.outcomes)
                .as(() -> "seed %d, rules \"%s\", events %s".formatted(seed, text, events))
                .isEqualTo(model.outcomes);
        return model.outcomes.size();
    }

    private static List<PlainRules.Rule> createRules(Random random) {
        List<AlarmSeverity> severities =
                Arrays.stream(AlarmSeverity.values())
                        .filter(each -> each == AlarmSeverity.MINOR || random.nextBoolean())
                        .toList();
        return severities.stream().map(severity -> rule(random, severity)).toList();
    }

    private static PlainRules.Rule rule(Random random, @Nullable AlarmSeverity severity) {
        boolean scheduled = random.nextInt(4) == 0;
        return new PlainRules.Rule(
                severity,
                KEYS.get(random.nextInt(KEYS.size())),
                random.nextBoolean(),
                random.nextInt(6),
                random.nextInt(3) == 0 ? List.of("x", "y").get(random.nextInt(2)) : null,
                List.of("", "for", "times").get(random.nextInt(3)),
                random.nextInt(5),
                scheduled ? random.nextInt(24) : -1,
                // An end of 0 is the end of the day, which the model does not know.
                1 + random.nextInt(23));
    }

    private static Map<String, Integer> update(Random random, boolean attribute) {
        Map<String, Integer> update = new TreeMap<>();
        for (String name : attribute ? List.of("x", "y") : List.of("a", "b", "other")) {
            if (random.nextBoolean()) {
                update.put(name, random.nextInt(6));
            }
        }
        return update;
    }

    /** The code under test with a clock; what is due happens at its time. */
    private static final class Timeline {

        final List<String> outcomes = new ArrayList<>();
        private final SimulatedDevice device;
        private long now;

        Timeline(AlarmRules rules) {
            this.device = new SimulatedDevice(rules);
        }

        void elapseUntil(long time) {
            for (Long due = evaluation().nextDue();
                    due != null && due <= time;
                    due = evaluation().nextDue()) {
                now = due;
                apply(evaluation().elapsed());
            }
        }

        void update(boolean attribute, Map<String, Integer> update, long ts, long at) {
            now = at;
            List<KeyValue> values =
                    update.entrySet().stream()
                            .map(each ->
                                    new KeyValue(each.getKey(), new LongValue(each.getValue())))
                            .toList();
            RuleKey.Type type = attribute ? RuleKey.Type.ATTRIBUTE : RuleKey.Type.TIME_SERIES;
            apply(evaluation().updated(type, values, ts));
        }

        private AlarmEvaluation evaluation() {
            return new AlarmEvaluation(device.state, OwnerAttributes.NONE, now);
        }

        private void apply(List<AlarmDecision> decisions) {
            int before = device.outcomes.size();
            device.apply(decisions);
            device.outcomes.stream()
                    .skip(before)
                    .map(outcome -> outcome.substring(outcome.indexOf(' ')))
                    .forEach(outcome ->
                            outcomes.add((now - SimulatedDevice.MONDAY) / 1_000 + outcome));
        }
    }
}
