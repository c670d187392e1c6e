// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/** Starts the server process of a cluster. */
record Launcher(
        DatabaseCluster cluster, ServerSettings settings, Path accessRules, PostgresLog serverLog) {

    /** Returns this launcher with a fixed port: a free one if the configured port is 0. */
    Launcher onFixedPort() throws IOException {
        return settings.port() != 0
                ? this
                : new Launcher(cluster, settings.withPort(freePort()), accessRules, serverLog);
    }

    /**
     * Starts the process and waits until it accepts connections.
     *
     * @throws StartRefusedException if the process ended before that
     */
    Postmaster launch() throws IOException, StartRefusedException, InterruptedException {
        Postmaster postmaster =
                Postmaster.start(cluster, settings.assignments(accessRules), serverLog);
        if (!postmaster.awaitReady()) {
            throw new StartRefusedException(postmaster.complaint());
        }
        return postmaster;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
