// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** An HTTP server on this machine that answers with the body of the request, after a delay. */
final class SlowEndpoint implements AutoCloseable {

    private static final int BACKLOG = 1_024;

    private final int millis;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    private final AtomicLong answers = new AtomicLong();

    /** Listens on a free port, and takes the given number of milliseconds for each answer. */
    SlowEndpoint(int millis) throws IOException {
        this.millis = millis;
        this.server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Number of answered calls. */
    long answers() {
        return answers.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Thread.sleep(millis);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            answers.incrementAndGet();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
