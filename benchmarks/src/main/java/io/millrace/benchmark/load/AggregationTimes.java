// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Measures how long the REST API takes to aggregate a million readings of one key: a new device gets the readings over
 * REST, one a second, and each aggregation is called with 500 intervals. Prints in Markdown the milliseconds of a call, from the
 * request to the parsed response; and those of AVG, MIN and MAX at the same time, as the charts of the UI call them.
 *
 * <p>Options are those of the {@link LoadGenerator}; only {@code --http}, {@code --user} and {@code --password} have an
 * effect. The aggregations take turns, so that a disturbance of the machine meets all of them.
 */
final class AggregationTimes {

    private static final int READINGS = 1_000_000;
    private static final int AT_ONCE = 5_000;
    private static final long DISTANCE_MILLIS = 1_000;
    private static final int INTERVALS = 500;
    private static final int WARM_UPS = 2;
    private static final int CALLS = 5;
    private static final List<String> CHART = List.of("AVG", "MIN", "MAX");
    private static final List<String> ALL = List.of("AVG", "MIN", "MAX", "SUM", "COUNT");

    private final RestApi rest;
    private final String device;
    private final long firstTs = System.currentTimeMillis() - READINGS * DISTANCE_MILLIS;

    private AggregationTimes(RestApi rest, String device) {
        this.rest = rest;
        this.device = device;
    }

    public static void main(String[] arguments) throws Exception {
        try {
            RestApi rest = RestApi.signIn(Options.parse(arguments).server());
            String name = "aggregation-" + System.currentTimeMillis();
            Device device = new Provisioning(rest).makeDevice(name, Provisioning.DEFAULT_PROFILE);
            new AggregationTimes(rest, device.id()).run();
        } catch (LoadException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private void run() throws Exception {
        store();
        Map<String, List<Long>> millis = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < WARM_UPS + CALLS; round++) {
                boolean counts = round >= WARM_UPS;
                for (String aggregation : ALL) {
                    long taken = millisOf(() -> aggregate(aggregation));
                    note(millis, aggregation, taken, counts);
                }
                note(millis, String.join(" + ", CHART), millisOf(() -> together(threads)), counts);
            }
        }
        System.out.println("| aggregation | median, ms | longest, ms |");
        System.out.println("| --- | ---: | ---: |");
        millis.forEach(AggregationTimes::print);
    }

    private void store() throws IOException, InterruptedException {
        for (int first = 0; first < READINGS; first += AT_ONCE) {
            ArrayNode readings = JsonMapper.shared().createArrayNode();
            for (int i = first; i < first + AT_ONCE; i++) {
                readings.addObject()
                        .put("ts", firstTs + i * DISTANCE_MILLIS)
                        .putObject("values")
                        .put("temperature", 20 + (i % 1_000) / 100.0);
            }
            rest.post("/api/plugins/telemetry/DEVICE/" + device + "/timeseries/ANY", readings);
        }
    }

    private static long millisOf(Callable<Void> call) throws Exception {
        long start = System.nanoTime();
        call.call();
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static void note(
            Map<String, List<Long>> millis, String name, long taken, boolean counts) {
        if (counts) {
            millis.computeIfAbsent(name, _ -> new ArrayList<>()).add(taken);
        }
    }

    private static void print(String name, List<Long> millis) {
        Collections.sort(millis);
        System.out.printf(
                "| %s | %,d | %,d |%n", name, millis.get(millis.size() / 2), millis.getLast());
    }

    private Void together(ExecutorService threads) throws InterruptedException, ExecutionException {
        List<Callable<Void>> calls =
                CHART.stream()
                        .map(aggregation -> (Callable<Void>) () -> aggregate(aggregation))
                        .toList();
        for (Future<Void> call : threads.invokeAll(calls)) {
            call.get();
        }
        return null;
    }

    private Void aggregate(String aggregation) throws IOException, InterruptedException {
        long length = READINGS * DISTANCE_MILLIS;
        JsonNode answer =
                rest.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=temperature&startTs=%d&endTs=%d&agg=%s&interval=%d"
                                .formatted(
                                        device,
                                        firstTs,
                                        firstTs + length,
                                        aggregation,
                                        length / INTERVALS));
        int found = answer.path("temperature").size();
        if (found != INTERVALS) {
            throw new LoadException("Expected %d intervals, got %d.".formatted(INTERVALS, found));
        }
        return null;
    }
}
