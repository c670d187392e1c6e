// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What other work on the machine and on its host does to the figures: the times of a fixed calculation and of reads from
 * memory around each round, and the share of processor time that the host gave to others.
 */
final class Noise {

    private static final int STEPS = 100_000_000;
    private static final Path STAT = Path.of("/proc/stat");

    private final Times calculation = new Times("calibration loop", "ms");
    private final Times reads = new Times("chained reads", "ns");
    private final ChainedReads chain = new ChainedReads();
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

    /** The times of something that always does the same. */
    private static final class Times {

        private final String name;
        private final String unit;
        private final List<Double> ofSection = new ArrayList<>();
        private final List<Double> ofRun = new ArrayList<>();

        Times(String name, String unit) {
            this.name = name;
            this.unit = unit;
        }

        void beginSection() {
            ofSection.clear();
        }

        void add(double time) {
            ofSection.add(time);
            ofRun.add(time);
        }

        String text() {
            return text(ofSection);
        }

        String textOfRun() {
            return text(ofRun);
        }

        private String text(List<Double> all) {
            Values times = new Values(all);
            return times.isEmpty()
                    ? name + " not run"
                    : String.format(
                            Locale.ROOT,
                            "%s %.0f %s (%.0f to %.0f, spread %.2f)",
                            name,
                            times.median(),
                            unit,
                            times.least(),
                            times.greatest(),
                            times.greatest() / times.least());
        }
    }

    /** Begins a section. */
    void begin() throws IOException {
        calculation.beginSection();
        reads.beginSection();
        before = read();
    }

    /** Takes the times of a fixed calculation and of reads from memory. */
    void calibrate() {
        long start = System.nanoTime();
        long x = result;
        for (int i = 0; i < STEPS; i++) {
            x = x * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            x ^= x >>> 29;
        }
        result = x | 1;
        calculation.add((System.nanoTime() - start) / 1e6);
        reads.add(chain.nanosOfRead());
    }

    /** The noise since the section began. */
    String text() throws IOException {
        double stolen = read().percentStolenSince(before);
        return String.format(
                Locale.ROOT, "%s, %s, steal %.1f %%", calculation.text(), reads.text(), stolen);
    }

    /** The times in all sections so far. */
    String textOfRun() {
        return calculation.textOfRun() + ", " + reads.textOfRun();
    }

    private static Ticks read() throws IOException {
        return Files.exists(STAT) ? Ticks.parse(Files.readAllLines(STAT).getFirst()) : Ticks.NONE;
    }
}
