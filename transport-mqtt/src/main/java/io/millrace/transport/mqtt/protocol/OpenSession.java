// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import io.millrace.transport.mqtt.client.SessionStore.StoredSession;
import io.millrace.transport.mqtt.client.Will;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

    @Nullable Will will() {
        return will;
    }

    /** Stores the subscriptions of a session that outlasts its connection. */
    CompletionStage<Void> storeSubscriptions() {
        isStored = true;
        return client.sessions().update(clientId, subscriptions.granted(), expiry);
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
        List<StoredMessage> kept = outbox.end(lasts);
        if (lasts) {
            StoredSession state =
                    new StoredSession(subscriptions.granted(), publishes.unreleased(), kept);
            return client.sessions().save(clientId, state, expiry);
        }
        return isStored
                ? client.sessions().discard(clientId)
                : CompletableFuture.completedFuture(null);
    }
}
