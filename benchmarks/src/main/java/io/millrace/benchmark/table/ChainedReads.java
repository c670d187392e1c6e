// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.util.Random;
import java.util.stream.IntStream;

/**
 * Reads of memory, each of which needs the result of the one before. The memory is more than the caches of one core hold
 * and less than those that cores share, so a read takes longer when other machines of the host use these.
 */
final class ChainedReads {

    private static final int MEGABYTES = 4;
    private static final int INTS_OF_LINE = 16;
    private static final int LINES = (MEGABYTES << 20) / (INTS_OF_LINE * Integer.BYTES);
    private static final int READS = 1_000_000;

    /** At the first number of each cache line, the index of that of another line. */
    private final int[] next = cycle();

    private int index;

    /** Returns the average time of a read in nanoseconds. */
    double nanosOfRead() {
        // What other work has displaced comes from memory once, which is not to be measured.
        read(LINES);
        long start = System.nanoTime();
        read(READS);
        return (double) (System.nanoTime() - start) / READS;
    }

    private void read(int times) {
        int from = index;
        for (int i = 0; i < times; i++) {
            from = next[from];
        }
        index = from;
    }

    /** Visits all lines in a random order, which no processor predicts (the algorithm of Sattolo). */
    private static int[] cycle() {
        Random random = new Random(1);
        int[] following = IntStream.range(0, LINES).toArray();
        for (int i = LINES - 1; i > 0; i--) {
            int other = random.nextInt(i);
            int line = following[i];
            following[i] = following[other];
            following[other] = line;
        }
        int[] indexes = new int[LINES * INTS_OF_LINE];
        for (int i = 0; i < LINES; i++) {
            indexes[i * INTS_OF_LINE] = following[i] * INTS_OF_LINE;
        }
        return indexes;
    }

    /** Number of reads until one is repeated. */
    int length() {
        int length = 0;
        int from = 0;
        do {
            from = next[from];
            length++;
        } while (from != 0);
        return length;
    }
}
