// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.ProcessCost;
import io.millrace.benchmark.load.SilentDevices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What an idle server and silent devices cost. */
final class IdleSection implements Section {

    private static final String RSS = "RSS after the start, MB";
    private static final String CPU_SERVER = "CPU with 1,000 silent devices, server, % of a core";
    private static final String CPU_DATABASE = "the same, PostgreSQL";
    private static final String HEAP = "heap of a connected device, KB";
    private static final String RSS_OF_DEVICE = "RSS of a connected device, KB";

    private static final int SOME = 1_000;
    private static final int MANY = 8_000;
    private static final Duration CONNECT_LIMIT = Duration.ofMinutes(5);

    private final Figure value = Figure.of("median (least to greatest)", 1).withSpread();
    private final Samples samples = new Samples();

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.roundsWithServer(samples, server -> measure(bench, server));
        return Result.of(samples.table("", List.of(""), List.of(value)));
    }

    private void measure(Bench bench, ServerProcess server) throws Exception {
        ProcessCost cost = server.cost();
        bench.pause(20);
        samples.add(RSS, "", value, cost.residentMegabytes());
        Path directory = Directories.create();
        HeapOf heap = new HeapOf(server.pid(), directory);
        try {
            try (Child devices = connect(server, SOME, directory)) {
                idleCpu(bench, server, cost);
                devices.endInput();
                var _ = devices.awaitEnd(CONNECT_LIMIT);
            }
            bench.pause(5);
            long bytes = heap.liveBytes();
            long megabytes = cost.residentMegabytes();
            try (Child _ = connect(server, MANY, directory)) {
                bench.pause(5);
                long live = heap.liveBytes();
                samples.add(HEAP, "", value, (live - bytes) / 1024.0 / MANY);
                samples.add(
                        RSS_OF_DEVICE,
                        "",
                        value,
                        (cost.residentMegabytes() - megabytes) * 1024.0 / MANY);
            }
        } finally {
            Directories.delete(directory);
        }
    }

    private void idleCpu(Bench bench, ServerProcess server, ProcessCost cost) throws Exception {
        // What the start and the connections have left to the compiler is not the idle server's.
        WarmUp.untilCompiledIdle(bench, server);
        CpuTime before = CpuTime.of(cost);
        bench.pause(60);
        CpuTime used = CpuTime.of(cost).since(before);
        samples.add(CPU_SERVER, "", value, 100 * used.server() / used.seconds());
        samples.add(CPU_DATABASE, "", value, 100 * used.database() / used.seconds());
    }

    /** The devices are in a process of their own, which ends when its input does. */
    private static Child connect(ServerProcess server, int devices, Path directory)
            throws IOException, InterruptedException {
        Child child =
                Child.fork(
                        SilentDevices.class,
                        server.words("--devices", Integer.toString(devices)),
                        directory,
                        SilentDevices.CONNECTED);
        try {
            var _ = child.awaitAnnouncement(CONNECT_LIMIT);
            return child;
        } catch (RuntimeException | InterruptedException e) {
            child.close();
            throw e;
        }
    }
}
