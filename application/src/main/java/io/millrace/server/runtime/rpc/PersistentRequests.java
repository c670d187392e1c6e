// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.Persistence;
import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.server.platform.settings.RpcSettings;
import io.millrace.server.runtime.connection.DeviceDownlinks;
import io.millrace.server.runtime.rpc.RpcChange.Refusal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stores persistent requests, sends them and follows their states. An attempt to send a request begins with a claim in the
 * database, so that no two instances send it at once. Safe for use by many threads; no call blocks.
 */
final class PersistentRequests {

    private static final Logger log = LoggerFactory.getLogger(PersistentRequests.class);

    /** The most retries of a request, and those of one that names none. */
    static final int MOST_RETRIES = 5;

    /** How long a device may take to acknowledge a request. */
    static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(10);

    /** How long a claim is valid: an instance that has ended has not sent the request by then. */
    private static final Duration CLAIM = Duration.ofSeconds(15);

    /** Pause before a request is sent again to a connection that had no room. */
    private static final Duration NO_ROOM_PAUSE = Duration.ofSeconds(5);

    /** Pause before a request is sent to a device that has subscribed meanwhile. */
    private static final Duration RECONNECTED_PAUSE = Duration.ofSeconds(1);

    private final RpcStorage storage;
    private final DeviceDownlinks downlinks;
    private final RpcEvents events;
    private final RpcSettings settings;
    private final Clock clock;

    PersistentRequests(
            RpcStorage storage,
            DeviceDownlinks downlinks,
            RpcEvents events,
            RpcSettings settings,
            Clock clock) {
        this.storage = storage;
        this.downlinks = downlinks;
        this.events = events;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Stores a request and sends it if its device has a connection.
     *
     * @return completes with the id of the request when it is stored, or with the reason why it is not; never fails
     */
    CompletionStage<Outcome> add(Request request, Persistence persistence) {
        Integer retries = persistence.retries();
        return storage.change(
                        new RpcChange.Add(
                                request,
                                retries == null ? MOST_RETRIES : Math.min(retries, MOST_RETRIES),
                                json(persistence.additionalInfo()),
                                clock.millis(),
                                in(CLAIM),
                                new RpcChange.Outcome()))
                .thenApply(outcome -> {
                    StoredRpc added = outcome.changed;
                    if (added != null) {
                        events.tell(added.rpc());
                        send(added);
                    }
                    return answer(request, outcome.refusal);
                })
                .exceptionally(error ->
                        new Failed(
                                RpcError.INTERNAL,
                                "The request cannot be stored: " + error.getMessage()));
    }

    private static @Nullable String json(@Nullable String text) {
        return text == null || isJson(text) ? text : JsonMapper.shared().writeValueAsString(text);
    }

    private static boolean isJson(String text) {
        try {
            Payload.ofText(text).json();
            return true;
        } catch (MalformedPayloadException _) {
            return false;
        }
    }

    private Outcome answer(Request request, @Nullable Refusal refusal) {
        return switch (refusal) {
            case null -> new Answered(Payload.ofText("{\"rpcId\":\"%s\"}".formatted(request.id())));
            case NO_DEVICE ->
                    new Failed(
                            RpcError.NOT_FOUND,
                            "Device with id [%s] is not found".formatted(request.device()));
            case TOO_MANY ->
                    new Failed(
                            RpcError.FORBIDDEN,
                            "The device has %d persistent requests that have not ended; delete some, or try again later"
                                    .formatted(settings.perDevice()));
            case SAME_ID ->
                    new Failed(
                            RpcError.FORBIDDEN,
                            "requestUUID: another request has the id [%s]".formatted(request.id()));
        };
    }

    /** Sends requests that wait for a connection, in this order. */
    void sendWaiting(List<UUID> requests) {
        requests.forEach(this::sendWaiting);
    }

    private void sendWaiting(UUID id) {
        long now = clock.millis();
        change(new RpcChange.Claim(id, now, in(CLAIM), new RpcChange.Outcome()), this::send);
    }

    private void send(StoredRpc claimed) {
        downlinks.rpc(
                claimed.rpc().tenantId(),
                claimed.rpc().deviceId(),
                new PersistentCall(claimed, this));
    }

    /** Sees to a request that is due: it has expired, has timed out, or has to be sent again. */
    void due(StoredRpc due) {
        if (due.rpc().expirationTime() <= clock.millis()) {
            end(due, RpcStatus.EXPIRED, null);
        } else if (due.rpc().status() == RpcStatus.SENT) {
            timedOut(due);
        } else {
            sendWaiting(due.id());
        }
    }

    /** A request of an attempt was written to a connection. */
    void sent(StoredRpc claimed) {
        change(
                new RpcChange.Sent(
                        claimed.id(),
                        claimed.attempt(),
                        in(ACKNOWLEDGED_WITHIN),
                        new RpcChange.Outcome()),
                changed -> events.tell(changed.rpc()));
    }

    /** The device has the request of an attempt. */
    void delivered(StoredRpc claimed) {
        change(
                new RpcChange.Delivered(
                        claimed.id(),
                        claimed.attempt(),
                        in(settings.kept()),
                        new RpcChange.Outcome()),
                changed -> events.tell(changed.rpc()));
    }

    /** The device has replied, to any attempt. */
    void replied(StoredRpc claimed, byte[] reply) {
        Payload payload = Payload.of(reply);
        try {
            end(claimed, RpcStatus.SUCCESSFUL, payload.json().toString());
        } catch (MalformedPayloadException malformed) {
            end(
                    claimed,
                    RpcStatus.FAILED,
                    JsonMapper.shared()
                            .createObjectNode()
                            .put(
                                    "error",
                                    "The device's reply is not JSON: " + malformed.getMessage())
                            .toString());
        }
    }

    /** The device has not acknowledged the request of an attempt. */
    void timedOut(StoredRpc claimed) {
        change(
                new RpcChange.TimedOut(
                        claimed.id(),
                        claimed.attempt(),
                        clock.millis(),
                        in(settings.kept()),
                        new RpcChange.Outcome()),
                changed -> {
                    events.tell(changed.rpc());
                    if (!changed.ended()) {
                        sendWaiting(changed.id());
                    }
                });
    }

    /** The device has no connection for an attempt: the request waits until the device subscribes, or expires. */
    void notConnected(StoredRpc claimed) {
        release(
                claimed,
                claimed.rpc().expirationTime(),
                // The device may have subscribed between the attempt and this change.
                released ->
                        downlinks
                                .receivingRpc(List.of(released.rpc().deviceId()))
                                .thenAccept(found -> {
                                    if (!found.isEmpty()) {
                                        release(released, in(RECONNECTED_PAUSE), _ -> {});
                                    }
                                }));
    }

    /** The connection has no room for the request: it is sent again a little later. */
    void noRoom(StoredRpc claimed) {
        release(claimed, in(NO_ROOM_PAUSE), _ -> {});
    }

    private void release(StoredRpc claimed, long dueAt, Consumer<StoredRpc> then) {
        change(
                new RpcChange.Release(
                        claimed.id(), claimed.attempt(), dueAt, new RpcChange.Outcome()),
                then);
    }

    private void end(StoredRpc request, RpcStatus status, @Nullable String response) {
        change(
                new RpcChange.End(
                        request.id(),
                        status,
                        response,
                        in(settings.kept()),
                        new RpcChange.Outcome()),
                changed -> events.tell(changed.rpc()));
    }

    /** Makes a change and then continues with the request, if it was changed. */
    private void change(RpcChange change, Consumer<StoredRpc> then) {
        var _ =
                storage.change(change)
                        .thenAccept(outcome -> {
                            StoredRpc changed = outcome.changed;
                            if (changed != null) {
                                then.accept(changed);
                            }
                        })
                        .exceptionally(error -> {
                            log.warn(
                                    "Cannot store the change of a persistent request; it is due again later: {}",
                                    String.valueOf(error.getMessage()));
                            return null;
                        });
    }

    private long in(Duration time) {
        return clock.millis() + time.toMillis();
    }
}
