// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports that are free now, below those that the system gives to connections. */
final class Ports {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 100;

    private Ports() {}

    static int free() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket socket =
                    new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
                return socket.getLocalPort();
            } catch (BindException _) {
                // another one
            }
        }
        throw new BindException("No port from %d to %d seems to be free.".formatted(FIRST, LAST));
    }
}
