// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.UUID;

/** Messages for tests of queues. */
public final class Fixtures {

    public static final TenantId TENANT = new TenantId(new UUID(7, 7));

    private Fixtures() {}

    public static EntityId device(int number) {
        return new EntityId(EntityType.DEVICE, new UUID(number, number));
    }

    /** A message whose payload is its number. */
    public static RuleMessage message(EntityId originator, int number) {
        return RuleMessage.of(
                TENANT,
                originator,
                "POST_TELEMETRY_REQUEST",
                Metadata.EMPTY,
                Payload.ofText(Integer.toString(number)),
                1_700_000_000_000L);
    }

    /** A message of another tenant's originator, into a chain of its own. */
    public static RuleMessage message(
            TenantId tenant, RuleChainId chain, EntityId originator, int number) {
        return RuleMessage.of(
                        tenant,
                        originator,
                        "POST_TELEMETRY_REQUEST",
                        Metadata.EMPTY,
                        Payload.ofText(Integer.toString(number)),
                        1_700_000_000_000L)
                .withEntry(EntryPoint.firstNodeOf(chain));
    }

    public static TenantId tenant(int number) {
        return new TenantId(new UUID(0x7e, number));
    }

    public static RuleChainId chain(int number) {
        return new RuleChainId(new UUID(0xc4, number));
    }

    public static int numberOf(RuleMessage message) {
        return Integer.parseInt(message.payload().text());
    }
}
