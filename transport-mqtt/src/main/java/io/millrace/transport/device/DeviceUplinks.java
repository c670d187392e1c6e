// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.UplinkJson;
import io.millrace.message.telemetry.UplinkJson.Reading;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates the messages of one device's session. Parts that are the same in all of them are created once. */
public final class DeviceUplinks {

    private static final String TELEMETRY = MessageType.POST_TELEMETRY_REQUEST.name();
    private static final String ATTRIBUTES = MessageType.POST_ATTRIBUTES_REQUEST.name();

    private static final String RPC = MessageType.TO_SERVER_RPC_REQUEST.name();

    private final AuthenticatedDevice device;
    private final EntityId originator;
    private final @Nullable EntryPoint entry;
    private final InstantSource clock;

    /** Creates uplinks for a device; the clock gives the time of values that have none. */
    public DeviceUplinks(AuthenticatedDevice device, InstantSource clock) {
        this.device = device;
        this.originator = device.device().entity();
        this.entry =
                device.defaultRuleChain() == null
                        ? null
                        : EntryPoint.firstNodeOf(device.defaultRuleChain());
        this.clock = clock;
    }

    /**
     * The messages of a payload.
     *
     * @param dataPoints number of values in them, for the rate limits
     */
    public record Uplinks(List<RuleMessage> messages, int dataPoints) {}

    /**
     * Returns the messages of a telemetry payload: one for each reading in it.
     *
     * @param further more metadata, for example of the packet; of one name, the device's own counts
     * @throws MalformedPayloadException if the payload is not telemetry
     */
    public Uplinks telemetry(byte[] json, Metadata further) {
        long now = clock.millis();
        List<Reading> readings = UplinkJson.telemetry(json, now);
        if (readings.size() == 1) {
            Reading reading = readings.getFirst();
            return new Uplinks(List.of(telemetry(reading, further, now)), reading.size());
        }
        return new Uplinks(
                readings.stream().map(reading -> telemetry(reading, further, now)).toList(),
                readings.stream().mapToInt(Reading::size).sum());
    }

    /**
     * Returns the message of a client attributes payload.
     *
     * @param further as in {@link #telemetry}
     * @throws MalformedPayloadException if the payload is not an object of attributes
     */
    public Uplinks attributes(byte[] json, Metadata further) {
        long now = clock.millis();
        Reading values = UplinkJson.attributes(json, now);
        Metadata metadata = metadata("notifyDevice", "false", further);
        return new Uplinks(
                List.of(message(ATTRIBUTES, metadata, values.values(), now)), values.size());
    }

    /** Is not kept for the next message: a device may be connected for long, and send rarely. */
    private Metadata metadata(String key, String value, Metadata further) {
        Metadata own =
                Metadata.of(
                        "deviceName",
                        device.name(),
                        "deviceType",
                        device.profileName(),
                        key,
                        value);
        return further.equals(Metadata.EMPTY) ? own : further.with(own.values());
    }

    /**
     * Returns the message of an RPC request of the device.
     *
     * @param requestId the number of the request on its connection
     * @param connection identity of the connection
     * @param serviceId name of the instance that has the connection
     * @throws MalformedPayloadException if the payload is not an object with a method
     */
    public RuleMessage rpcRequest(byte[] json, int requestId, UUID connection, String serviceId) {
        Payload payload = Payload.of(json);
        if (!payload.json().path("method").isString()) {
            throw new MalformedPayloadException(
                    "an RPC request must be a JSON object with a text \"method\"");
        }
        Metadata metadata =
                Metadata.of(
                        Map.of(
                                "deviceName", device.name(),
                                "deviceType", device.profileName(),
                                "requestId", Integer.toString(requestId),
                                "serviceId", serviceId,
                                "sessionId", connection.toString()));
        return message(RPC, metadata, payload, clock.millis());
    }

    private RuleMessage telemetry(Reading reading, Metadata further, long now) {
        Metadata metadata = metadata("ts", Long.toString(reading.ts()), further);
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
