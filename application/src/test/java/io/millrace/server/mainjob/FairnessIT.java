// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.rest.HeldRequest;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.body.BodyBudget;
import io.millrace.transport.mqtt.MqttServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Clients that hold back the ends of large bodies do not hold back the messages of another tenant. */
final class FairnessIT {

    private static final RestServer SERVER = RestServer.running();
    private static final int LARGE = 15 * 1024 * 1024;
    private static final byte[] ALL_BUT_ONE =
            " ".repeat(LARGE - 1).getBytes(StandardCharsets.US_ASCII);

    /** A request of whose body all but one byte is sent, unless it is answered before. */
    private static final class AlmostSent implements AutoCloseable {

        private final HeldRequest request;
        private final CompletableFuture<Void> sent;
        private final CompletableFuture<String> status;

        AlmostSent(String path, @Nullable String token) throws IOException {
            request = new HeldRequest(SERVER.anonymous().baseUrl(), path, LARGE, token);
            status = CompletableFuture.supplyAsync(this::readStatus, Thread::startVirtualThread);
            sent = CompletableFuture.runAsync(this::send, Thread::startVirtualThread);
        }

        private String readStatus() {
            try {
                return request.status();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void send() {
            try {
                request.send(ALL_BUT_ONE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Whether only the last byte is missing, or the request was answered. */
        boolean isSettled() {
            return status.isDone() || (sent.isDone() && !sent.isCompletedExceptionally());
        }

        boolean isHeld() {
            return !status.isDone();
        }

        @Override
        public void close() throws IOException {
            request.close();
        }
    }

    @Test
    void bodiesThatLackTheirLastByteHoldBackNoMessageOfAnotherTenant() throws IOException {
        String token = SERVER.newTenantAdministrator().token();
        List<AlmostSent> requests = new ArrayList<>();
        try (Neighbour neighbour =
                new Neighbour(
                        SERVER.serviceClient(SERVER.newTenant()),
                        "default",
                        SERVER.bean(MqttServer.class).port())) {
            AlmostSent first = new AlmostSent("/api/device", token);
            requests.add(first);
            settle(requests);
            await().until(() -> SERVER.bean(BodyBudget.class).used() >= ALL_BUT_ONE.length);
            for (int i = 1; i < 25; i++) {
                requests.add(new AlmostSent("/api/device", token));
            }
            for (int i = 0; i < 25; i++) {
                requests.add(new AlmostSent("/api/auth/login", null));
            }
            settle(requests);

            neighbour.publishesAndHasStored(20);

            assertThat(first.isHeld()).isTrue();
            assertThat(requests)
                    .filteredOn(request -> !request.isHeld())
                    .extracting(request -> request.status.join())
                    .allMatch(status -> status.matches("HTTP/1.1 (413|503).*"));
        } finally {
            for (AlmostSent request : requests) {
                request.close();
            }
            await().until(() -> SERVER.bean(BodyBudget.class).used() == 0);
        }
    }

    private static void settle(List<AlmostSent> requests) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> requests.stream().allMatch(AlmostSent::isSettled));
    }
}
