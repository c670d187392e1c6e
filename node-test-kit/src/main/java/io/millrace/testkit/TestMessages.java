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

/** Creates messages for tests: all of one tenant, and of one device unless the test creates more. */
public final class TestMessages {

    /** The tenant of all messages. */
    public static final TenantId TENANT = new TenantId(TimeOrderedUuid.next());

    /** The originator of all messages that set no other. */
    public static final EntityId DEVICE = newDevice();

    /** The time of the messages, and the initial time of the ports' clock, in milliseconds since the epoch. */
    public static final long TS = 1_763_640_000_000L;

    private TestMessages() {}

    /** Returns the id of another device of the tenant. */
    public static EntityId newDevice() {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    /** Returns a telemetry message of {@link #DEVICE}: the payload of {@code v1/devices/me/telemetry}. */
    public static RuleMessage telemetry(String json) {
        return message(DEVICE, MessageType.POST_TELEMETRY_REQUEST.name(), json);
    }

    /**
     * Returns a message.
     *
     * @param type one of {@link MessageType}, or any other
     * @param json the payload; text that is not JSON gives a message whose payload cannot be parsed
     * @param metadata alternating keys and values
     */
    public static RuleMessage message(
            EntityId originator, String type, String json, String... metadata) {
        return RuleMessage.of(
                TENANT, originator, type, Metadata.of(metadata), Payload.ofText(json), TS);
    }
}
