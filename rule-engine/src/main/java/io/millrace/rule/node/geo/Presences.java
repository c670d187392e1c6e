// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.store.AttributeStore;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The presences of entities for one node, in an attribute of each entity in the server's scope. Those of the entities
 * that were seen last are in memory too. Such a presence holds only under the lease under which it was read or written:
 * under another one, another instance may have changed it meanwhile.
 */
final class Presences {

    private static final int MOST_IN_MEMORY = 10_000;
    private static final String KEY_PREFIX = "geofencing_";

    private record Held(Presence presence, @Nullable Lease lease) {}

    private final String key;
    private final AttributeStore attributes;
    private final Clock clock;
    private final Cache<EntityId, Held> held =
            Caffeine.newBuilder().maximumSize(MOST_IN_MEMORY).executor(Runnable::run).build();

    Presences(NodeIdentity node, AttributeStore attributes, Clock clock) {
        this.key = KEY_PREFIX + node.node();
        this.attributes = attributes;
        this.clock = clock;
    }

    /** Returns the presence of a message's originator. */
    CompletionStage<Presence> of(RuleMessage message, NodeCall call) {
        Held known = held.getIfPresent(message.originator());
        if (known != null && Objects.equals(known.lease(), call.lease())) {
            return CompletableFuture.completedStage(known.presence());
        }
        return attributes
                .find(
                        message.tenant(),
                        message.originator(),
                        AttributeScope.SERVER_SCOPE,
                        List.of(key))
                .thenApply(found -> {
                    Presence presence =
                            found.stream()
                                    .findFirst()
                                    .map(stored -> Presence.of(stored.keyValue().value()))
                                    .orElse(Presence.UNKNOWN);
                    held.put(message.originator(), new Held(presence, call.lease()));
                    return presence;
                });
    }

    /** Stores the presence of a message's originator; completes when it is on disk. */
    CompletionStage<Void> save(RuleMessage message, Presence presence, NodeCall call) {
        held.invalidate(message.originator());
        return attributes
                .save(
                        message.tenant(),
                        message.originator(),
                        AttributeScope.SERVER_SCOPE,
                        List.of(new KeyValue(key, presence.value())),
                        clock.millis(),
                        call.lease())
                .thenRun(() -> held.put(message.originator(), new Held(presence, call.lease())));
    }
}
