// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.message.id.TenantId;
import io.millrace.message.room.SharedRoom;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The calls to devices that were sent to other instances and have not ended. Their number is bounded. Thread-safe. */
final class PendingCalls {

    /** How long after its expiry a call waits for the report of its end. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Map<UUID, Pending> calls = new ConcurrentHashMap<>();
    private final SharedRoom<TenantId> room;
    private final InstantSource clock;

    private record Pending(TenantId tenant, String instance, RpcCall call) {}

    /** @param most maximum number of calls of all tenants */
    PendingCalls(int most, InstantSource clock) {
        this.room = new SharedRoom<>(most);
        this.clock = clock;
    }

    /**
     * Adds a call.
     *
     * @param instance where the device is connected
     * @return identity of the call; null if the tenant has too many calls
     */
    @Nullable UUID add(TenantId tenant, String instance, RpcCall call) {
        if (!room.take(tenant, 1)) {
            return null;
        }
        UUID id = UUID.randomUUID();
        calls.put(id, new Pending(tenant, instance, call));
        return id;
    }

    /** Passes on the progress of a call; ignores that of a call that has ended. */
    void progress(PeerMessage.Progress progress) {
        Pending pending = calls.get(progress.call());
        if (pending == null) {
            return;
        }
        switch (progress.event()) {
            case SENT -> pending.call().sent();
            case DELIVERED -> {
                if (pending.call().oneWay()) {
                    end(progress.call(), RpcCall::delivered);
                } else {
                    pending.call().delivered();
                }
            }
            case REPLIED -> {
                Body reply = progress.reply();
                end(
                        progress.call(),
                        call -> call.replied(reply == null ? new byte[0] : reply.bytes()));
            }
            case FAILED -> {
                Delivery reason = progress.reason();
                fail(progress.call(), reason == null ? Delivery.NOT_CONNECTED : reason);
            }
        }
    }

    /** Ends a call without a reply. */
    void fail(UUID call, Delivery reason) {
        end(call, each -> each.failed(reason));
    }

    private void end(UUID id, Consumer<RpcCall> last) {
        Pending pending = calls.remove(id);
        if (pending != null) {
            room.giveBack(pending.tenant(), 1);
            last.accept(pending.call());
        }
    }

    /**
     * Ends the calls whose end was not reported in time, and those of instances that have left the cluster.
     *
     * @param isKnown true for the name of an instance that is in the cluster
     */
    void sweep(Predicate<String> isKnown) {
        calls.forEach((id, pending) -> {
            if (!isKnown.test(pending.instance())) {
                fail(id, Delivery.NOT_CONNECTED);
            } else if (clock.instant().isAfter(pending.call().expiresAt().plus(GRACE))) {
                fail(id, Delivery.NOT_ACKNOWLEDGED);
            }
        });
    }

    int count() {
        return calls.size();
    }
}
