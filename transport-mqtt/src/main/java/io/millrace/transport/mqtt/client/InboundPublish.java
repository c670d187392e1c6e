// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.util.Map;

/**
 * A PUBLISH from a client. The payload is a copy on the heap, so nothing has to be released.
 *
 * @param topic the topic's name, without wildcards, never empty
 * @param qos 0, 1 or 2
 * @param packetId packet identifier; 0 exactly if QoS is 0
 * @param duplicate true if the client may have sent the packet before
 * @param payload the payload, not copied; the receiver owns it
 * @param userProperties user properties of MQTT 5; of properties with one name the last one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record InboundPublish(
        String topic,
        int qos,
        int packetId,
        boolean duplicate,
        byte[] payload,
        Map<String, String> userProperties) {

    /** Returns the same message without a packet identifier, as a will has it. */
    public static InboundPublish ofWill(String topic, byte[] payload) {
        return new InboundPublish(topic, 0, 0, false, payload, Map.of());
    }
}
