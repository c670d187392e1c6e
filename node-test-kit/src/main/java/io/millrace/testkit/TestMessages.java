// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;

/** Messages for tests: of one tenant, and of one device unless the test makes more. */
public final class TestMessages {

    /** Whose all messages are. */
    public static final TenantId TENANT = new TenantId(TimeOrderedUuid.next());

    /** The originator of all messages that name no other. */
    public static final EntityId DEVICE = newDevice();

    /** The time of the messages, and that at which the clock of the ports begins, in milliseconds since the epoch. */
    public static final long TS = 1_763_640_000_000L;

    private TestMessages() {}

    /** Another device of the tenant. */
    public static EntityId newDevice() {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    /** Telemetry of {@link #DEVICE}: the payload of {@code v1/devices/me/telemetry}. */
    public static RuleMessage telemetry(String json) {
        return message(DEVICE, MessageType.POST_TELEMETRY_REQUEST.name(), json);
    }

    /**
     * A message.
     *
     * @param type one of {@link MessageType}, or any other
     * @param json the payload; a text that is not JSON makes a message whose payload cannot be read
     * @param metadata keys and values in turns
     */
    public static RuleMessage message(
            EntityId originator, String type, String json, String... metadata) {
        return RuleMessage.of(
                TENANT, originator, type, Metadata.of(metadata), Payload.ofText(json), TS);
    }
}
