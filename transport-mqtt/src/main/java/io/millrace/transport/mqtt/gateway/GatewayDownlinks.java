// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import io.millrace.message.MessageJson;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.exchange.Deliveries;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a gateway has subscribed to for the devices behind it, and its topics. Safe for use by many threads. */
final class GatewayDownlinks {

    static final String ATTRIBUTES = "v1/gateway/attributes";
    static final String RPC = "v1/gateway/rpc";

    private static final String ATTRIBUTES_RESPONSE = "v1/gateway/attributes/response";
    private static final String DISCONNECT = "v1/gateway/disconnect";

    private final ClientLink link;
    private final Set<Downlink> subscribed = ConcurrentHashMap.newKeySet();

    GatewayDownlinks(ClientLink link) {
        this.link = link;
    }

    ClientLink link() {
        return link;
    }

    boolean receives(Downlink downlink) {
        return subscribed.contains(downlink);
    }

    void subscribed(Downlink downlink) {
        subscribed.add(downlink);
    }

    void unsubscribed(Downlink downlink) {
        subscribed.remove(downlink);
    }

    /** Returns a message that names a device, with JSON data. */
    static byte[] withData(String device, byte[] data) {
        String name = MessageJson.MAPPER.writeValueAsString(device);
        return "{\"device\":%s,\"data\":%s}"
                .formatted(name, new String(data, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
    }

    void answerAttributes(ObjectNode answer) {
        Deliveries.answer(
                link, ATTRIBUTES_RESPONSE, answer.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Tells a gateway that has subscribed to it that a device is not connected; on the event loop only. */
    void disconnected(String device, int reason) {
        if (link.grantedQos(DISCONNECT).isPresent()) {
            ObjectNode notice = JsonMapper.shared().createObjectNode();
            notice.put("device", device).put("reason", reason);
            Deliveries.answer(link, DISCONNECT, notice.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
