// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An HTTP server outside of the cluster that is called for each message, answers after a while with what it was sent,
 * and remembers who has called in which order.
 */
final class Witness implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Calls> calls = new ConcurrentHashMap<>();
    private volatile Duration delay;

    Witness(Duration delay) throws IOException {
        this.delay = delay;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            JsonNode values = JSON.readTree(body);
            Calls of = of(values.path("device").asString());
            of.begin(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                    values.path("session").asInt(),
                    values.path("number").asInt());
            long until = System.nanoTime() + delay.toNanos();
            for (long left = delay.toNanos(); left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            of.end();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Such as {@code http://127.0.0.1:34567}; any path will do. */
    String url() {
        return "http://127.0.0.1:%d".formatted(server.getAddress().getPort());
    }

    /** Answers so late from now on. */
    void answerAfter(Duration newDelay) {
        delay = newDelay;
    }

    /** The calls for a device's messages. */
    Calls of(String device) {
        return calls.computeIfAbsent(device, _ -> new Calls());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** The calls for one device's messages, in the order in which they began. */
    static final class Calls {

        private final Set<String> keys = new HashSet<>();
        private final Set<Integer> numbers = new TreeSet<>();
        private final Map<Integer, Integer> highestOfSession = new HashMap<>();
        private final List<String> repeated = new ArrayList<>();
        private final List<String> reordered = new ArrayList<>();
        private int highest = -1;
        private int publishedAgain;
        private int underWay;
        private int mostUnderWay;
        private String path = "";
        private String last = "";

        private synchronized void begin(String calledPath, String key, int session, int number) {
            path = calledPath;
            mostUnderWay = Math.max(mostUnderWay, ++underWay);
            if (!keys.add(key)) {
                repeated.add("%d (%s)".formatted(number, key));
                return;
            }
            boolean isNew = numbers.add(number);
            publishedAgain += isNew ? 0 : 1;
            int before = highestOfSession.merge(session, number, Math::max);
            if (before > number) {
                reordered.add(
                        "%d (%s) after %d of connection %d, last was %s"
                                .formatted(number, key, before, session, last));
            } else if (isNew && number < highest) {
                reordered.add(
                        "%d (%s) of connection %d after %d, last was %s"
                                .formatted(number, key, session, highest, last));
            }
            last = "%d (%s) of connection %d".formatted(number, key, session);
            highest = Math.max(highest, number);
        }

        private synchronized void end() {
            underWay--;
        }

        synchronized int count() {
            return keys.size() + repeated.size();
        }

        synchronized Set<Integer> numbers() {
            return new TreeSet<>(numbers);
        }

        /** Calls with an idempotency key that was there before. */
        synchronized List<String> repeated() {
            return List.copyOf(repeated);
        }

        /** Numbers that came after a greater one which their device had published later. */
        synchronized List<String> reordered() {
            return List.copyOf(reordered);
        }

        /** Messages of a number that had come before: its device has published it again. */
        synchronized int publishedAgain() {
            return publishedAgain;
        }

        /** The most calls under way at once. */
        synchronized int mostUnderWay() {
            return mostUnderWay;
        }

        /** The path of the latest call. */
        synchronized String path() {
            return path;
        }
    }
}
