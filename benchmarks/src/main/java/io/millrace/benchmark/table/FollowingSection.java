// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static io.millrace.benchmark.table.LoadFigures.CPU;
import static io.millrace.benchmark.table.LoadFigures.CPU_DATABASE;
import static io.millrace.benchmark.table.LoadFigures.CPU_SERVER;
import static io.millrace.benchmark.table.LoadFigures.LOST;
import static io.millrace.benchmark.table.LoadFigures.P99;
import static io.millrace.benchmark.table.LoadFigures.STORED;

import io.millrace.benchmark.load.LiveCanvases;
import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.Metrics;
import io.millrace.benchmark.load.PhaseListener;
import io.millrace.benchmark.load.RestApi;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What it costs that messages can be followed: paths, kept contents, watches, and live figures of a chain's nodes. */
final class FollowingSection implements Section {

    private static final String CANVASES = "ten live canvases, 20,000 messages/s";
    private static final int OPEN_CANVASES = 10;
    private static final String RECORDING = "following";
    private static final String KEPT_METRIC = "millrace_history_kept_total{";

    private static final Figure RATIO = Figure.of("ratio to nothing", 3);
    private static final Figure KEPT = Figure.of("kept/s", 0);
    private static final Figure LIVE = Figure.of("samples in live figures, %", 2).withSpread();
    private static final Figure SAMPLES = Figure.of("samples", 0);

    private static final Variant NOTHING =
            new Variant(
                    "no paths, nothing kept",
                    Map.of("MILLRACE_PATHS", "0", "MILLRACE_HISTORY_PER_HOUR", "0"));
    private static final Variant DEFAULTS = new Variant("defaults", Map.of());
    private static final Variant WATCHED =
            new Variant("the chain is watched", Map.of("MILLRACE_HISTORY_PER_HOUR", "2000000000"));
    private static final List<Variant> VARIANTS = List.of(NOTHING, DEFAULTS, WATCHED);

    private final Samples samples = new Samples();

    /** How a server is set up for a closed loop. */
    private record Variant(String row, Map<String, String> settings) {

        @Override
        public String toString() {
            return row;
        }
    }

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.rounds(
                VARIANTS,
                variant ->
                        bench.step(
                                samples,
                                variant.row,
                                "",
                                () ->
                                        bench.withServer(
                                                bench.jar(),
                                                variant.settings,
                                                server -> measure(bench, server, variant))));
        Values nothing = samples.of(NOTHING.row, "", STORED);
        for (Variant variant : VARIANTS) {
            samples.add(
                    variant.row, "", RATIO, samples.of(variant.row, "", STORED).ratioTo(nothing));
        }
        return Result.of(
                samples.table(
                        "",
                        List.of(""),
                        List.of(
                                STORED,
                                RATIO,
                                CPU_SERVER,
                                CPU_DATABASE,
                                CPU,
                                P99,
                                KEPT,
                                LIVE,
                                SAMPLES,
                                LOST)));
    }

    private void measure(Bench bench, ServerProcess server, Variant variant) throws Exception {
        WarmUp.run(bench, samples, "", server);
        RestApi rest = server.rest();
        String chain = rootChain(rest);
        if (variant.equals(WATCHED)) {
            watch(rest, chain);
        }
        KeptCount kept = new KeptCount(rest);
        LoadFigures.add(
                samples,
                variant.row,
                "",
                load(bench, server, kept, "--warmup", Integer.toString(bench.options().warmup())));
        samples.add(variant.row, "", KEPT, kept.perSecond());
        if (variant.equals(DEFAULTS)) {
            bench.step(samples, CANVASES, "", () -> canvases(bench, server, rest, chain));
        }
    }

    private static LoadResult load(
            Bench bench, ServerProcess server, PhaseListener listener, String... options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("--seconds", Integer.toString(bench.options().seconds())));
        return bench.checked(
                server.load(Surroundings.NONE.with(listener), words.toArray(String[]::new)));
    }

    private static String rootChain(RestApi rest) throws IOException, InterruptedException {
        for (JsonNode chain : rest.get("/api/ruleChains?pageSize=100&page=0").get("data")) {
            if (chain.path("root").asBoolean()) {
                return chain.get("id").get("id").asString();
            }
        }
        throw new LoadException("The tenant has no root chain.");
    }

    private static void watch(RestApi rest, String chain) throws IOException, InterruptedException {
        var _ =
                rest.post(
                        "/api/messages/watches",
                        JsonMapper.shared()
                                .createObjectNode()
                                .put("entityType", "RULE_CHAIN")
                                .put("entityId", chain));
    }

    /** Counts the messages that are kept in a phase. */
    private static final class KeptCount implements PhaseListener {

        private final RestApi rest;
        private long start;
        private long count;
        private double perSecond;

        KeptCount(RestApi rest) {
            this.rest = rest;
        }

        @Override
        public void began() throws IOException, InterruptedException {
            count = Metrics.sum(rest, KEPT_METRIC);
            start = System.nanoTime();
        }

        @Override
        public void ended() throws IOException, InterruptedException {
            perSecond =
                    (Metrics.sum(rest, KEPT_METRIC) - count) * 1e9 / (System.nanoTime() - start);
        }

        double perSecond() {
            return perSecond;
        }
    }

    private void canvases(Bench bench, ServerProcess server, RestApi rest, String chain)
            throws IOException, InterruptedException {
        Path directory = Directories.create();
        try (LiveCanvases canvases =
                new LiveCanvases(server.asTenant(), rest, chain, OPEN_CANVASES)) {
            Profile profile = new Profile(new Jcmd(server.pid(), directory), directory);
            LoadFigures.add(
                    samples,
                    CANVASES,
                    "",
                    load(bench, server, profile, "--rate", "20000", "--warmup", "5"));
            if (canvases.isBroken() || canvases.states() < OPEN_CANVASES) {
                throw new LoadException(
                        "The canvases have received only %d states, or a connection has ended."
                                .formatted(canvases.states()));
            }
            LiveFiguresShare.Counted counted = LiveFiguresShare.of(profile.file());
            samples.add(CANVASES, "", LIVE, counted.percent());
            samples.add(CANVASES, "", SAMPLES, counted.samples());
        } finally {
            Directories.delete(directory);
        }
    }

    /** Lets the server record where it is during a phase. */
    private record Profile(Jcmd jcmd, Path directory) implements PhaseListener {

        @Override
        public void began() throws IOException, InterruptedException {
            var _ = jcmd.ask("JFR.configure", "stackdepth=256");
            var _ = jcmd.ask("JFR.start", "name=" + RECORDING, "settings=profile");
        }

        @Override
        public void ended() throws IOException, InterruptedException {
            List<String> answer = jcmd.ask("JFR.stop", "name=" + RECORDING, "filename=" + file());
            if (!Files.isRegularFile(file())) {
                throw new LoadException("There is no recording: " + String.join(" ", answer));
            }
        }

        Path file() {
            return directory.resolve(RECORDING + ".jfr");
        }
    }
}
