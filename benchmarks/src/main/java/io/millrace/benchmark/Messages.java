// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.util.UUID;
import java.util.stream.IntStream;

/** Messages of devices: three values each, from a hundred devices in turn. */
public final class Messages {

    static final TenantId TENANT = new TenantId(new UUID(1, 1));
    static final int DEVICES = 100;

    private static final Metadata METADATA =
            Metadata.of("deviceName", "Boiler", "deviceType", "default", "ts", "1700000000000");
    private static final Payload PAYLOAD =
            Payload.ofText("{\"temperature\":21.5,\"humidity\":40,\"open\":false}");

    private Messages() {}

    /** One message of each device. */
    public static RuleMessage[] all() {
        return IntStream.range(0, DEVICES)
                .mapToObj(device ->
                        RuleMessage.of(
                                TENANT,
                                new EntityId(
                                        EntityType.DEVICE,
                                        new UUID(device * 0x9E3779B97F4A7C15L, device)),
                                "POST_TELEMETRY_REQUEST",
                                METADATA,
                                PAYLOAD,
                                1_700_000_000_000L))
                .toArray(RuleMessage[]::new);
    }
}
