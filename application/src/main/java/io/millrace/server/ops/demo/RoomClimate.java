// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * The simulated room of a thermostat. The temperature wanders slowly around a target and crosses it again and again. The
 * battery is a function of the time, so that it goes on falling after a restart. Used by one thread.
 */
final class RoomClimate {

    private static final double LOWEST_TARGET = 20;
    private static final double TARGET_STEP = 0.5;
    private static final int TARGETS = 5;

    /** Distance from the target at the start, above it for every second thermostat. */
    private static final double FIRST_DISTANCE = 0.4;

    /** Part of the distance to the target that is lost with each step. */
    private static final double RETURN = 0.03;

    private static final double STEP = 0.15;

    private static final double FULL = 100;
    private static final double USED_PER_CHARGE = 90;
    private static final double PERCENT_PER_HOUR = 4;
    private static final double MILLIS_PER_HOUR = 3_600_000;

    private final int number;
    private final RandomGenerator random;
    private double distance;
    private int humidity;

    /** @param number counts the thermostats from 1 */
    RoomClimate(int number, RandomGenerator random) {
        this.number = number;
        this.random = random;
        this.distance = number % 2 == 1 ? FIRST_DISTANCE : -FIRST_DISTANCE;
        this.humidity = random.nextInt(40, 60);
    }

    /** The temperature that a thermostat is to keep, in degrees Celsius. */
    static double targetOf(int number) {
        return LOWEST_TARGET + number % TARGETS * TARGET_STEP;
    }

    /** The next temperature (°C) and humidity (%), as the JSON of a telemetry message. */
    String next() {
        distance += random.nextGaussian() * STEP - distance * RETURN;
        humidity = Math.clamp(humidity + random.nextInt(-1, 2), 20, 80);
        return String.format(
                Locale.ROOT,
                "{\"temperature\":%.2f,\"humidity\":%d}",
                targetOf(number) + distance,
                humidity);
    }

    /**
     * The charge of the battery in percent, as the JSON of a telemetry message. A battery that is nearly empty is
     * replaced.
     */
    String battery(long millis) {
        double used =
                (millis / MILLIS_PER_HOUR * PERCENT_PER_HOUR + number * 7.0) % USED_PER_CHARGE;
        return String.format(Locale.ROOT, "{\"battery\":%.2f}", FULL - used);
    }
}
