// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.protocol.OpenClients.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class OpenClientsTest {

    private static final OpenClients.Key CLIENT = new OpenClients.Key("owner", "client");

    private final OpenClients clients = new OpenClients();
    private final CompletableFuture<Void> will = new CompletableFuture<>();

    private static final class Fake implements Connection {

        @Override
        public void close(CloseReason reason) {}

        @Override
        public CompletionStage<Void> ended() {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void replaced() {}
    }

    private Connection entered() {
        Connection connection = new Fake();
        clients.enter(CLIENT, connection);
        return connection;
    }

    @Test
    void aWillThatWaitsIsDiscardedWhenTheClientIsBack() {
        Connection lost = entered();
        clients.delayWill(CLIENT, lost, will);
        clients.leave(CLIENT, lost);
        assertThat(will).isNotDone();

        entered();

        assertThat(will).isCancelled();
    }

    @Test
    void aWillIsDiscardedIfTheClientIsBackBeforeItWaits() {
        Connection lost = entered();
        clients.leave(CLIENT, lost);
        entered();

        clients.delayWill(CLIENT, lost, will);

        assertThat(will).isCancelled();
    }

    @Test
    void aWillWaitsWhileItsConnectionIsTheLastOfTheClient() {
        Connection lost = entered();

        clients.delayWill(CLIENT, lost, will);

        assertThat(will).isNotDone();
    }
}
