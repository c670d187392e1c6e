// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that takes connections and never answers. */
final class HangingServer implements AutoCloseable {

    private final ServerSocket server;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    HangingServer() throws IOException {
        this.server = new ServerSocket(0, 4_096, InetAddress.ofLiteral("127.0.0.1"));
        Thread.startVirtualThread(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                connections.add(server.accept());
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    String url() {
        return "http://127.0.0.1:%d/".formatted(server.getLocalPort());
    }

    int connections() {
        return connections.size();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
