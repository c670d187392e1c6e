// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import io.millrace.transport.mqtt.client.SessionStore.StoredSession;
import io.millrace.transport.mqtt.client.Will;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of a connection from CONNACK on, and of the session that may outlast it. Used on its event loop only. */
final class OpenSession {

    private final Client client;
    private final String clientId;
    private final PublishFlow publishes;
    private final Subscriptions subscriptions;
    private final Outbox outbox;
    private final Activity activity;

    private Duration expiry;
    private @Nullable Will will;

    /** True if the store may have the session. */
    private boolean isStored;

    /** The messages of earlier connections. */
    private CompletionStage<List<StoredMessage>> earlier =
            CompletableFuture.completedStage(List.of());

    /**
     * @param expiry how long the session outlasts the connection; zero: it ends with it
     * @param will the client's will, or null
     */
    OpenSession(
            Client client,
            String clientId,
            PublishFlow publishes,
            Subscriptions subscriptions,
            Outbox outbox,
            Activity activity,
            Duration expiry,
            @Nullable Will will) {
        this.client = client;
        this.clientId = clientId;
        this.publishes = publishes;
        this.subscriptions = subscriptions;
        this.outbox = outbox;
        this.activity = activity;
        this.expiry = expiry;
        this.will = will;
    }

    Client client() {
        return client;
    }

    String clientId() {
        return clientId;
    }

    PublishFlow publishes() {
        return publishes;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    Outbox outbox() {
        return outbox;
    }

    Activity activity() {
        return activity;
    }

    boolean outlastsConnection() {
        return !expiry.isZero();
    }

    Duration expiry() {
        return expiry;
    }

    /** Changes how long the session outlasts the connection, as a DISCONNECT of MQTT 5 may ask. */
    void expireAfter(Duration newExpiry) {
        expiry = newExpiry;
    }

    /** Removes the will: the client has disconnected in the normal way [MQTT-3.14.4-3]. */
    void discardWill() {
        will = null;
    }

    /** The will as it is due: after its delay, and no later than the session ends [MQTT-3.1.3.2.2]; null without one. */
    @Nullable Will will() {
        return will == null || will.delay().compareTo(expiry) <= 0
                ? will
                : new Will(will.topic(), will.payload(), will.qos(), expiry);
    }

    /** Stores the subscriptions of a session that outlasts its connection. */
    CompletionStage<Void> storeSubscriptions() {
        isStored = true;
        return client.sessions().update(clientId, subscriptions.granted(), expiry);
    }

    /**
     * Takes over the stored session. First it is stored that the session has a connection: from then on messages for the
     * session go to the connection. Those that were kept before are read after that, so none is left out.
     *
     * @return the messages of earlier connections; the outbox holds back others until it has them
     */
    CompletionStage<List<StoredMessage>> takeOver() {
        outbox.hold();
        earlier =
                storeSubscriptions()
                        .thenCompose(_ -> client.sessions().load(clientId))
                        .thenApply(stored -> stored.map(StoredSession::messages).orElse(List.of()));
        return earlier;
    }

    /**
     * Ends the session's part in the connection.
     *
     * @return completes when the session is stored, or deleted if it does not outlast the connection
     */
    CompletionStage<Void> end() {
        publishes.end();
        activity.report();
        boolean lasts = outlastsConnection();
        boolean areEarlierLeft = outbox.isHeld();
        List<StoredMessage> kept = outbox.end(lasts);
        if (lasts) {
            Map<String, Integer> granted = subscriptions.granted();
            Set<Integer> received = publishes.unreleased();
            CompletionStage<List<StoredMessage>> left =
                    areEarlierLeft ? earlier : CompletableFuture.completedStage(List.of());
            return left.thenCompose(messages ->
                    client.sessions()
                            .save(
                                    clientId,
                                    new StoredSession(granted, received, concat(messages, kept)),
                                    expiry));
        }
        return isStored
                ? client.sessions().discard(clientId)
                : CompletableFuture.completedFuture(null);
    }

    private static List<StoredMessage> concat(
            List<StoredMessage> first, List<StoredMessage> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
