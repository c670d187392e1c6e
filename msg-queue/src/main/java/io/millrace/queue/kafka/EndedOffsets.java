// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Runs of offsets that have ended above a watermark, for the metadata of a commit: the lengths of gaps and runs in turn,
 * as varints in base64. A broker takes no more than 4,096 bytes of metadata; what would be longer is left out, and then a
 * new owner repeats what has ended above the watermark.
 */
record EndedOffsets(List<Run> runs) {

    static final EndedOffsets NONE = new EndedOffsets(List.of());

    /** How long the text may be; some of the broker's limit is left for others. */
    static final int MAX_TEXT = 3_072;

    private static final String VERSION = "1:";

    /**
     * @param from offset of the first, relative to the watermark
     * @param length how many have ended in a row
     */
    record Run(long from, long length) {}

    /** Is told each run. */
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

    /** The text for a commit's metadata; empty if there is nothing to say, or too much. */
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

    /** How far above the watermark the last of them reaches. */
    long end() {
        return runs.isEmpty() ? 0 : runs.getLast().from + runs.getLast().length;
    }

    /** Reads {@link #text} back; of a text that somebody else wrote, nothing. */
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
