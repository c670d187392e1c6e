// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server that takes requests and answers none of them until it is told to. */
final class SlowServer implements AutoCloseable {

    private final HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    SlowServer() throws IOException {
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        try {
            answer.await();
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    String url() {
        return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
    }

    /** Answers all requests, those to come as well. */
    void answer() {
        answer.countDown();
    }

    /** The bodies of all requests so far. */
    List<String> bodies() {
        return bodies;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
