// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.Device;
import io.millrace.benchmark.load.Distribution;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.PhaseListener;
import io.millrace.benchmark.load.Population;
import io.millrace.benchmark.load.Provisioning;
import io.millrace.benchmark.load.RestApi;
import io.millrace.benchmark.load.RestReadings;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Reads over REST while messages are being stored. */
final class ReadsSection implements Section {

    private static final int DEVICES = 1_000;
    private static final int POINTS = 100_000;
    private static final long POINTS_OF_CALL = 10_000;

    /** Phases in one, because a series is read only twice a second. */
    private static final int PHASES = 5;

    private static final int AT_ONCE = 5_000;
    private static final long DISTANCE_MILLIS = 1_000;
    private static final String LATEST = "latest values of a device, 50 calls/s";
    private static final String SERIES = "10,000 points of 100,000 of a series, 2 calls/s";
    private static final String STORED = "meanwhile: messages at 10,000/s, PUBACK";

    private final Figure p50 = Figure.of("p50, ms", 1);
    private final Figure p99 = Figure.of("p99, ms", 1).withSpread();
    private final Figure calls = Figure.of("calls", 0).asSum();
    private final Figure failures = Figure.of("failed calls", 0).asSum();
    private final Samples samples = new Samples();

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.roundsWithServer(samples, server -> measure(bench, server));
        return Result.of(
                samples.table(
                        "",
                        List.of(""),
                        List.of(p50, p99, calls, failures, LoadFigures.STORED, LoadFigures.LOST)));
    }

    private void measure(Bench bench, ServerProcess server)
            throws IOException, InterruptedException {
        RestApi rest = server.rest();
        Provisioning provisioning = new Provisioning(rest);
        Device series = provisioning.makeDevice("Series", Provisioning.DEFAULT_PROFILE);
        long firstTs = System.currentTimeMillis() - POINTS * DISTANCE_MILLIS;
        store(rest, series, firstTs);
        List<Device> devices =
                provisioning.makeDevices("Reads", DEVICES, Provisioning.DEFAULT_PROFILE);
        Supplier<Both> reads =
                () ->
                        new Both(
                                new Calls(
                                        rest,
                                        50,
                                        number -> latestOf(devices.get(number % DEVICES))),
                                new Calls(
                                        rest, 2, number -> seriesOf(series, firstTs, number % 10)));
        WarmUp.run(bench, samples, "", server, reads::get);
        Both measured = reads.get();
        LoadResult result =
                bench.checked(
                        server.load(
                                Surroundings.NONE
                                        .with(new Population(devices, new RestReadings(rest)))
                                        .with(measured),
                                "--rate",
                                "10000",
                                "--warmup",
                                "5",
                                "--seconds",
                                Integer.toString(PHASES * bench.options().seconds())));
        add(LATEST, measured.latest());
        add(SERIES, measured.series());
        add(STORED, result.acknowledgements(), 0);
        samples.add(STORED, "", LoadFigures.STORED, result.storedPerSecond());
        samples.add(STORED, "", LoadFigures.LOST, result.account().lost());
    }

    private void add(String row, Calls of) {
        add(row, of.latencies(), of.failures());
    }

    private void add(String row, Distribution latencies, long failed) {
        samples.add(row, "", p50, latencies.p50());
        samples.add(row, "", p99, latencies.p99());
        samples.add(row, "", calls, latencies.count());
        samples.add(row, "", failures, failed);
    }

    private static void store(RestApi rest, Device device, long firstTs)
            throws IOException, InterruptedException {
        for (int first = 0; first < POINTS; first += AT_ONCE) {
            ArrayNode readings = JsonMapper.shared().createArrayNode();
            for (int i = first; i < first + AT_ONCE; i++) {
                readings.addObject()
                        .put("ts", firstTs + i * DISTANCE_MILLIS)
                        .putObject("values")
                        .put("temperature", 20 + (i % 1_000) / 100.0);
            }
            rest.post("/api/plugins/telemetry/DEVICE/" + device.id() + "/timeseries/ANY", readings);
        }
    }

    private static String latestOf(Device device) {
        return "/api/plugins/telemetry/DEVICE/%s/values/timeseries".formatted(device.id());
    }

    private static String seriesOf(Device device, long firstTs, int part) {
        long start = firstTs + part * POINTS_OF_CALL * DISTANCE_MILLIS;
        return "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=temperature&startTs=%d&endTs=%d&limit=%d"
                .formatted(
                        device.id(),
                        start,
                        start + POINTS_OF_CALL * DISTANCE_MILLIS,
                        POINTS_OF_CALL);
    }

    /** Calls both kinds during the measured phase. */
    private record Both(Calls latest, Calls series) implements PhaseListener {

        @Override
        public void began() {
            latest.start();
            series.start();
        }

        @Override
        public void ended() throws InterruptedException {
            latest.end();
            series.end();
        }
    }
}
