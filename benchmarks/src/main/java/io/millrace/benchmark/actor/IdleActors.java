// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What idle actors take of the heap: children of one parent, with generated names, each of which has processed one
 * message. Measured in a fresh JVM: what is used after a full garbage collection with them, less what was used before.
 */
final class IdleActors {

    private static final List<String> HEAP = List.of("-Xmx3g", "-XX:+UseSerialGC");
    private static final int COLLECTIONS = 4;
    private static final int PATIENCE_SECONDS = 120;

    private IdleActors() {}

    /** Starts a JVM, with the flags of this one, that measures. Returns bytes of the heap. */
    static long measure(Library library, int actors) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(HEAP);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(
                List.of(IdleActors.class.getName(), library.name(), Integer.toString(actors)));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(
                    "measuring %,d idle actors on %s failed: %s".formatted(actors, library, said));
        }
        return Long.parseLong(said);
    }

    /** Takes a {@link Library} and how many actors, prints the bytes. */
    public static void main(String[] arguments) throws InterruptedException {
        try (ActorLibrary library = Library.valueOf(arguments[0]).open()) {
            // What the first actors load and make is not the others' cost.
            spawn(library, 1);
            long before = usedHeap();
            spawn(library, Integer.parseInt(arguments[1]));
            System.out.println(usedHeap() - before);
        }
    }

    private static void spawn(ActorLibrary library, int actors) throws InterruptedException {
        CountDownLatch processed = library.idle(actors);
        if (!processed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "%,d of %,d actors have not started within %d s"
                            .formatted(processed.getCount(), actors, PATIENCE_SECONDS));
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
