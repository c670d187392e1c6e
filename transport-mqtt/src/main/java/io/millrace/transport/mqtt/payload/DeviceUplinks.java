// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.payload;

import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.UplinkJson;
import io.millrace.message.telemetry.UplinkJson.Reading;
import io.millrace.transport.mqtt.auth.AuthenticatedDevice;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the messages of one device's session. What is the same in all of them is made once. */
public final class DeviceUplinks {

    private static final String TELEMETRY = MessageType.POST_TELEMETRY_REQUEST.name();
    private static final String ATTRIBUTES = MessageType.POST_ATTRIBUTES_REQUEST.name();

    private final AuthenticatedDevice device;
    private final EntityId originator;
    private final @Nullable EntryPoint entry;
    private final Metadata attributesMetadata;
    private final InstantSource clock;

    /** For the session of a device; the clock gives the time of values that bring none. */
    public DeviceUplinks(AuthenticatedDevice device, InstantSource clock) {
        this.device = device;
        this.originator = device.device().entity();
        this.entry =
                device.defaultRuleChain() == null
                        ? null
                        : EntryPoint.firstNodeOf(device.defaultRuleChain());
        this.attributesMetadata =
                Metadata.of(
                        "deviceName",
                        device.name(),
                        "deviceType",
                        device.profileName(),
                        "notifyDevice",
                        "false");
        this.clock = clock;
    }

    /**
     * The messages of a telemetry payload: one for each reading in it.
     *
     * @throws io.millrace.message.MalformedPayloadException if it is no telemetry
     */
    public List<RuleMessage> telemetry(byte[] json) {
        long now = clock.millis();
        List<Reading> readings = UplinkJson.telemetry(json, now);
        return readings.size() == 1
                ? List.of(telemetry(readings.getFirst(), now))
                : readings.stream().map(reading -> telemetry(reading, now)).toList();
    }

    /**
     * The message of a client attributes payload.
     *
     * @throws io.millrace.message.MalformedPayloadException if it is no object of attributes
     */
    public RuleMessage attributes(byte[] json) {
        return message(ATTRIBUTES, attributesMetadata, UplinkJson.attributes(json), clock.millis());
    }

    private RuleMessage telemetry(Reading reading, long now) {
        Metadata metadata =
                Metadata.of(
                        "deviceName",
                        device.name(),
                        "deviceType",
                        device.profileName(),
                        "ts",
                        Long.toString(reading.ts()));
        return message(TELEMETRY, metadata, reading.values(), now);
    }

    private RuleMessage message(String type, Metadata metadata, Payload payload, long now) {
        return new RuleMessage(
                TimeOrderedUuid.at(now),
                device.tenant(),
                originator,
                device.customer(),
                type,
                metadata,
                DataType.JSON,
                payload,
                now,
                device.defaultQueue(),
                entry);
    }
}
