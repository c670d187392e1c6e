// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** An HTTP server that answers selected requests only when the test releases them. */
final class SlowServer implements AutoCloseable {

    private final HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch answer = new CountDownLatch(1);
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final AtomicInteger hanging = new AtomicInteger();
    private final Predicate<String> slow;

    /** Slow for every request. */
    SlowServer() throws IOException {
        this(_ -> true);
    }

    /** Slow for requests with certain bodies; answers the others at once. */
    SlowServer(Predicate<String> slow) throws IOException {
        this.slow = slow;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        bodies.add(body);
        try {
            if (slow.test(body)) {
                hanging.incrementAndGet();
                answer.await();
                hanging.decrementAndGet();
            }
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

    /** How many requests wait for their answer. */
    int hanging() {
        return hanging.get();
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
