// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** The share of a server's samples that are in the code of the live figures of rule chains, or called by it. */
final class LiveFiguresShare {

    private static final String SAMPLE = "jdk.ExecutionSample";

    /** How the names of their classes start. */
    static final List<String> CLASSES =
            List.of(
                    "io.millrace.rule.engine.ChainWatch",
                    "io.millrace.rule.engine.ChainCounts",
                    "io.millrace.rule.engine.NodeCounts",
                    "io.millrace.rule.engine.LatencyBuckets",
                    "io.millrace.server.chains.nodestate.",
                    "io.millrace.server.runtime.push.NodeStatesFeed",
                    "io.millrace.server.runtime.push.PushSession",
                    "io.millrace.server.runtime.push.Outbox",
                    "io.millrace.server.runtime.push.Frames",
                    "io.millrace.server.runtime.push.Connection");

    private LiveFiguresShare() {}

    /**
     * What a recording has.
     *
     * @param samples number of all samples
     * @param live number of those of the live figures
     */
    record Counted(long samples, long live) {

        double percent() {
            return 100.0 * live / samples;
        }
    }

    /** Counts the samples of a recording. */
    static Counted of(Path recording) throws IOException {
        long samples = 0;
        long live = 0;
        try (RecordingFile events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                RecordedStackTrace stack = event.getStackTrace();
                if (event.getEventType().getName().equals(SAMPLE) && stack != null) {
                    samples++;
                    if (isLive(
                            stack.getFrames().stream()
                                    .map(frame -> frame.getMethod().getType().getName())
                                    .toList())) {
                        live++;
                    }
                }
            }
        }
        return new Counted(samples, live);
    }

    /** @param classes the classes of a stack's methods */
    static boolean isLive(List<String> classes) {
        return classes.stream().anyMatch(name -> CLASSES.stream().anyMatch(name::startsWith));
    }
}
