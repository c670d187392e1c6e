// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the main thread of a page did, as Chromium recorded it. */
final class Trace {

    /** The tracing category of the events below. */
    static final String CATEGORY = "devtools.timeline";

    /** Script, style and layout, but not paint. */
    private static final Set<String> WORK =
            Set.of(
                    "EventDispatch",
                    "FunctionCall",
                    "FireAnimationFrame",
                    "TimerFire",
                    "RunMicrotasks",
                    "EvaluateScript",
                    "UpdateLayoutTree",
                    "Layout",
                    "PrePaint");

    private final List<JsonNode> events;

    Trace(byte[] json) {
        JsonNode all = JsonMapper.shared().readTree(json).get("traceEvents");
        Set<Long> mainThreads =
                all.valueStream()
                        .filter(event -> event.path("name").asString("").equals("thread_name"))
                        .filter(event ->
                                event.at("/args/name").asString("").equals("CrRendererMain"))
                        .map(event -> event.get("tid").asLong())
                        .collect(Collectors.toSet());
        events =
                all.valueStream()
                        .filter(event -> mainThreads.contains(event.path("tid").asLong()))
                        .toList();
    }

    /** How many events of this type were dispatched to the page, such as {@code mousemove}. */
    long dispatched(String type) {
        return events.stream()
                .filter(event -> event.path("name").asString("").equals("EventDispatch"))
                .filter(event -> event.at("/args/data/type").asString("").equals(type))
                .count();
    }

    /** Milliseconds of script, style and layout. Events that contain each other count once. */
    double workMillis() {
        List<JsonNode> work = new ArrayList<>();
        for (JsonNode event : events) {
            if (event.has("dur") && WORK.contains(event.path("name").asString(""))) {
                work.add(event);
            }
        }
        work.sort(Comparator.comparingDouble(event -> event.get("ts").asDouble()));
        double micros = 0;
        double coveredTo = 0;
        for (JsonNode event : work) {
            double begin = event.get("ts").asDouble();
            double end = begin + event.get("dur").asDouble();
            micros += Math.max(0, end - Math.max(begin, coveredTo));
            coveredTo = Math.max(coveredTo, end);
        }
        return micros / 1_000;
    }
}
