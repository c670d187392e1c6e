// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What other work on the machine and on its host does to the figures: the time of a fixed calculation around each round,
 * and the share of processor time that the host gave to others.
 */
final class Noise {

    private static final int STEPS = 100_000_000;
    private static final Path STAT = Path.of("/proc/stat");

    private final List<Double> calibrations = new ArrayList<>();
    private final List<Double> ofRun = new ArrayList<>();
    private long result = 1;
    private Ticks before = Ticks.NONE;

    /**
     * The machine's processor time in ticks.
     *
     * @param stolen by other machines of the host
     */
    record Ticks(long all, long stolen) {

        private static final Ticks NONE = new Ticks(0, 0);
        private static final int TIMES = 8;
        private static final int STEAL = 7;

        /** Reads the first line of {@code /proc/stat}; guests' time is part of that of users. */
        static Ticks parse(String line) {
            String[] fields = line.trim().split("\\s+");
            long all = 0;
            for (int i = 1; i <= TIMES; i++) {
                all += Long.parseLong(fields[i]);
            }
            return new Ticks(all, Long.parseLong(fields[STEAL + 1]));
        }

        double percentStolenSince(Ticks earlier) {
            long passed = all - earlier.all;
            return passed == 0 ? 0 : 100.0 * (stolen - earlier.stolen) / passed;
        }
    }

    /** Begins a section. */
    void begin() throws IOException {
        calibrations.clear();
        before = read();
    }

    /** Takes the time of a fixed calculation. */
    void calibrate() {
        long start = System.nanoTime();
        long x = result;
        for (int i = 0; i < STEPS; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            x ^= x >>> 29;
        }
        result = x | 1;
        double millis = (System.nanoTime() - start) / 1e6;
        calibrations.add(millis);
        ofRun.add(millis);
    }

    /** The noise since the section began. */
    String text() throws IOException {
        double stolen = read().percentStolenSince(before);
        return String.format(Locale.ROOT, "%s, steal %.1f %%", text(calibrations), stolen);
    }

    /** The times of the calculation in all sections so far. */
    String textOfRun() {
        return text(ofRun);
    }

    private static String text(List<Double> millis) {
        Values times = new Values(millis);
        return times.isEmpty()
                ? "calibration loop not run"
                : String.format(
                        Locale.ROOT,
                        "calibration loop %.0f ms (%.0f to %.0f, spread %.2f)",
                        times.median(),
                        times.least(),
                        times.greatest(),
                        times.greatest() / times.least());
    }

    private static Ticks read() throws IOException {
        return Files.exists(STAT) ? Ticks.parse(Files.readAllLines(STAT).getFirst()) : Ticks.NONE;
    }
}
