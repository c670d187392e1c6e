// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Passage;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Outcome;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ended deliveries for tests. */
public final class HistoryMessages {

    public static final RuleChainId CHAIN = new RuleChainId(new UUID(7, 7));
    public static final RuleNodeId FIRST = new RuleNodeId(new UUID(8, 1));
    public static final RuleNodeId SECOND = new RuleNodeId(new UUID(8, 2));

    private HistoryMessages() {}

    public static RuleMessage message(TenantId tenant, String data) {
        return RuleMessage.of(
                tenant,
                new EntityId(EntityType.DEVICE, UUID.randomUUID()),
                "POST_TELEMETRY_REQUEST",
                Metadata.of("deviceName", "Thermostat"),
                Payload.ofText(data),
                1);
    }

    public static Hop hop(
            @Nullable Hop previous,
            RuleNodeId node,
            String label,
            RuleMessage input,
            RuleMessage output,
            @Nullable String error) {
        return new Hop(previous, CHAIN, 3, node, label, 50, new Passage(input, output, error));
    }

    /** A delivery that ended well, and whose message the given number of nodes passed on unchanged. */
    public static DeliveryEnd passed(RuleMessage message, int nodes, long at) {
        Passage unchanged = new Passage(message, message, null);
        Hop last = null;
        for (int i = 0; i < nodes; i++) {
            last =
                    new Hop(
                            last,
                            CHAIN,
                            3,
                            new RuleNodeId(new UUID(8, i)),
                            "Success",
                            50,
                            unchanged);
        }
        return last == null
                ? ended(message, Outcome.DONE, null, at)
                : ended(message, Outcome.DONE, null, at, last);
    }

    public static DeliveryEnd ended(
            RuleMessage message, Outcome outcome, @Nullable Failure failure, long at, Hop... ends) {
        return new DeliveryEnd(
                UUID.randomUUID(),
                message,
                outcome,
                failure,
                1,
                new Path(List.of(ends)),
                at,
                5_000_000);
    }
}
