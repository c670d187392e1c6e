// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Runs of offsets above a watermark that have ended, for the metadata of a commit: alternating lengths of gaps and
 * runs, as varints in base64. A broker accepts at most 4,096 bytes of metadata. A longer text is left out, and a new
 * owner then repeats the deliveries above the watermark.
 */
record EndedOffsets(List<Run> runs) {

    static final EndedOffsets NONE = new EndedOffsets(List.of());

    /** Greatest length of the text; the rest of the broker's limit stays free. */
    static final int MAX_TEXT = 3_072;

    private static final String VERSION = "1:";

    /**
     * @param from offset of the first, relative to the watermark
     * @param length number of consecutive offsets that have ended
     */
    record Run(long from, long length) {}

    /** Receives each run. */
    @FunctionalInterface
    interface RunConsumer {
        void accept(long from, long length);
    }

    EndedOffsets {
        runs = List.copyOf(runs);
    }

    void forEach(RunConsumer consumer) {
        runs.forEach(run -> consumer.accept(run.from, run.length));
    }

    /** The text for a commit's metadata; empty if there are no runs, or too many. */
    String text() {
        if (runs.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long end = 0;
        for (Run run : runs) {
            writeVarint(bytes, run.from - end);
            writeVarint(bytes, run.length);
            end = run.from + run.length;
        }
        String text =
                VERSION
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(bytes.toByteArray());
        return text.length() <= MAX_TEXT ? text : "";
    }

    /** End of the last run, relative to the watermark. */
    long end() {
        return runs.isEmpty() ? 0 : runs.getLast().from + runs.getLast().length;
    }

    /** Parses {@link #text}; a text of another format gives no runs. */
    static EndedOffsets parse(String text) {
        if (!text.startsWith(VERSION)) {
            return NONE;
        }
        try {
            return read(Base64.getUrlDecoder().decode(text.substring(VERSION.length())));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException _) {
            return NONE;
        }
    }

    private static EndedOffsets read(byte[] bytes) {
        List<Run> runs = new ArrayList<>();
        long end = 0;
        boolean gap = true;
        for (int at = 0; at < bytes.length; ) {
            long value = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at++];
                value |= (long) (part & 0x7f) << shift;
                shift += 7;
            } while (part < 0);
            if (!gap) {
                runs.add(new Run(end, value));
            }
            end += value;
            gap = !gap;
        }
        return new EndedOffsets(runs);
    }

    private static void writeVarint(ByteArrayOutputStream bytes, long value) {
        long rest = value;
        while (rest > 0x7f) {
            bytes.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }
}
