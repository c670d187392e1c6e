// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Ports for servers that a test starts in processes of their own. They are below those that the system gives to
 * connections and to servers on any port, and each is given once as long as this JVM runs, to it and to all others:
 * nothing else takes one while its server starts, or is down.
 */
public final class FreePorts {

    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int TRIES = 1_000;

    private static final Path LOCKS =
            Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "millrace-test-ports-" + System.getProperty("user.name"));

    /** The system releases them at the end of this JVM; a channel that is collected would release its own before. */
    private static final Queue<FileLock> TAKEN = new ConcurrentLinkedQueue<>();

    private FreePorts() {}

    /** Returns a port on which nothing listens. */
    public static int take() {
        try {
            Files.createDirectories(LOCKS);
            for (int i = 0; i < TRIES; i++) {
                int port = ThreadLocalRandom.current().nextInt(FIRST, END);
                FileLock lock = lock(port);
                if (lock != null) {
                    TAKEN.add(lock);
                    if (isFree(port)) {
                        return port;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("no free port from %d to %d".formatted(FIRST, END - 1));
    }

    private static @Nullable FileLock lock(int port) throws IOException {
        FileChannel file =
                FileChannel.open(
                        LOCKS.resolve(Integer.toString(port)),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = file.tryLock();
            return lock;
        } catch (OverlappingFileLockException _) {
            return null; // given to this JVM
        } finally {
            if (lock == null) {
                file.close();
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
