// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

/**
 * Measures the heap that a device with five alarm rules holds: the heap in use after a full garbage collection with the
 * devices, minus that before. Argument: the number of devices. Run it with {@code -Xmx4g -XX:+UseSerialGC}.
 */
public final class AlarmRulesFootprint {

    private static final int COLLECTIONS = 4;

    private AlarmRulesFootprint() {}

    public static void main(String[] arguments) {
        int count = Integer.parseInt(arguments[0]);
        try (RuledDevices devices = new RuledDevices(true)) {
            // The first device loads classes, which are not part of the cost of a device.
            devices.process(count, 1);
            long before = usedHeap();
            for (int round = 1; round <= 2; round++) {
                for (int i = 0; i < count; i++) {
                    devices.process(i, round);
                }
            }
            long bytes = usedHeap() - before;
            System.out.printf(
                    "%,d devices with five alarm rules: %,d bytes, %,d a device%n",
                    count, bytes, bytes / count);
        }
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            runtime.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
