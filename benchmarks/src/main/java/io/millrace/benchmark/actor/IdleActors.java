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
 * Measures the heap of idle actors: children of one parent, with generated names, each of which has processed one
 * message. The figure is the heap in use after a full garbage collection with the actors, minus that before, in a new
 * JVM.
 */
final class IdleActors {

    private static final List<String> HEAP = List.of("-Xmx3g", "-XX:+UseSerialGC");
    private static final int COLLECTIONS = 4;
    private static final int PATIENCE_SECONDS = 120;

    private IdleActors() {}

    /** Measures in a new JVM with the flags of this one. Returns bytes of the heap. */
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

    /** Arguments: a {@link Library} and the number of actors. Prints the bytes. */
    public static void main(String[] arguments) throws InterruptedException {
        try (ActorLibrary library = Library.valueOf(arguments[0]).open()) {
            // The first actors load classes, which are not part of the cost of an actor.
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
