// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RoomClimateTest {

    private static final int NUMBER = 3;

    private final RoomClimate climate = new RoomClimate(NUMBER, new SplittableRandom(7));

    private List<JsonNode> readings(int count) {
        return Stream.generate(() -> read(climate.next())).limit(count).toList();
    }

    private static JsonNode read(String json) {
        return JsonMapper.shared().readTree(json);
    }

    @Test
    void theTemperatureCrossesTheTargetAgainAndAgainAndStaysNear() {
        double target = RoomClimate.targetOf(NUMBER);

        List<Double> distances =
                readings(3_600).stream()
                        .map(reading -> reading.get("temperature").doubleValue() - target)
                        .toList();

        assertThat(distances).allMatch(distance -> Math.abs(distance) < 5);
        assertThat(distances.stream().filter(distance -> distance > 0).count())
                .isBetween(600L, 3_000L);
    }

    @Test
    void theHumidityIsAPercentage() {
        assertThat(readings(3_600))
                .allMatch(reading -> reading.get("humidity").intValue() >= 20)
                .allMatch(reading -> reading.get("humidity").intValue() <= 80);
    }

    @Test
    void theBatteryFallsSlowly() {
        long hour = 3_600_000;
        double before = read(climate.battery(0)).get("battery").doubleValue();
        double after = read(climate.battery(hour)).get("battery").doubleValue();

        assertThat(before - after).isBetween(1.0, 10.0);
        assertThat(after).isBetween(10.0, 100.0);
    }
}
