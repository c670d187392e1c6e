// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** An HTTP server that answers each request with its own body, after a delay. */
final class DelayedServer implements AutoCloseable {

    private final HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Duration delay;

    DelayedServer(Duration delay) throws IOException {
        this.delay = delay;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            long until = System.nanoTime() + delay.toNanos();
            for (long left = delay.toNanos(); left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    String url() {
        return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
