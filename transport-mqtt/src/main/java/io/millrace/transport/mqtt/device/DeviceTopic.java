// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The meaning of a topic to which devices publish. */
sealed interface DeviceTopic {

    /** Telemetry. */
    record Telemetry() implements DeviceTopic {}

    /** Client attributes. */
    record Attributes() implements DeviceTopic {}

    /** A request for attributes. */
    record AttributesRequest(TopicForm form, int id) implements DeviceTopic {}

    /** An RPC request of the device. */
    record RpcRequest(TopicForm form, int id) implements DeviceTopic {}

    /** The device's answer to an RPC request. */
    record RpcResponse(int id) implements DeviceTopic {}

    /** The device's consent to be claimed. */
    record Claim() implements DeviceTopic {}

    /** A topic of gateways; the name is the part behind {@code v1/gateway/}. */
    record Gateway(String name) implements DeviceTopic {}

    /** A topic of ThingsBoard's whose feature this server does not have. */
    record Unavailable(String feature) implements DeviceTopic {}

    /** A topic without a meaning. */
    record Unknown(String problem) implements DeviceTopic {}

    /** Prefix of all topics of gateways. */
    String GATEWAY = "v1/gateway/";

    /** The topics to which devices publish most, the most frequent first. */
    List<String> FREQUENT =
            List.of(
                    TopicForm.V1.telemetry(),
                    GATEWAY + "telemetry",
                    TopicForm.V1.attributes(),
                    TopicForm.V2.telemetry(),
                    TopicForm.V2_JSON.telemetry(),
                    TopicForm.V2.attributes(),
                    TopicForm.V2_JSON.attributes());

    /** Returns the meaning of a topic. */
    static DeviceTopic of(String topic) {
        DeviceTopic plain = Names.PLAIN.get(topic);
        if (plain != null) {
            return plain;
        }
        if (topic.startsWith(GATEWAY)) {
            return new Gateway(topic.substring(GATEWAY.length()));
        }
        for (Names.Unavailable unavailable : Names.UNAVAILABLE) {
            if (topic.startsWith(unavailable.prefix())) {
                return new DeviceTopic.Unavailable(unavailable.feature());
            }
        }
        for (TopicForm form : TopicForm.values()) {
            if (topic.startsWith(form.attributeRequest())) {
                OptionalInt id = Names.number(topic, form.attributeRequest());
                return id.isPresent()
                        ? new AttributesRequest(form, id.getAsInt())
                        : Names.noNumber(topic, form.attributeRequest());
            }
            if (topic.startsWith(form.rpcRequest())) {
                OptionalInt id = Names.number(topic, form.rpcRequest());
                return id.isPresent()
                        ? new RpcRequest(form, id.getAsInt())
                        : Names.noNumber(topic, form.rpcRequest());
            }
            if (topic.startsWith(form.rpcResponse())) {
                OptionalInt id = Names.number(topic, form.rpcResponse());
                return id.isPresent()
                        ? new RpcResponse(id.getAsInt())
                        : Names.noNumber(topic, form.rpcResponse());
            }
        }
        return new Unknown("the topic has no meaning");
    }

    /** The names of topics. */
    final class Names {

        private static final Map<String, DeviceTopic> PLAIN = plain();

        /** Prefixes, before those of available topics. */
        private static final List<Unavailable> UNAVAILABLE = unavailable();

        private Names() {}

        private record Unavailable(String prefix, String feature) {}

        private static Map<String, DeviceTopic> plain() {
            Map<String, DeviceTopic> names = new HashMap<>();
            for (TopicForm form : TopicForm.values()) {
                names.put(form.telemetry(), new Telemetry());
                names.put(form.attributes(), new Attributes());
            }
            names.put("v1/devices/me/claim", new Claim());
            names.put("v2/t/p", new DeviceTopic.Unavailable("Protobuf payloads"));
            names.put("v2/a/p", new DeviceTopic.Unavailable("Protobuf payloads"));
            return Map.copyOf(names);
        }

        private static List<Unavailable> unavailable() {
            List<Unavailable> prefixes = new ArrayList<>();
            for (String prefix :
                    List.of("v2/a/req/p/", "v2/a/res/p/", "v2/r/req/p/", "v2/r/res/p/")) {
                prefixes.add(new Unavailable(prefix, "Protobuf payloads"));
            }
            prefixes.add(new Unavailable("v2/fw/", "Firmware packages"));
            prefixes.add(new Unavailable("v2/sw/", "Software packages"));
            return List.copyOf(prefixes);
        }

        private static OptionalInt number(String topic, String prefix) {
            try {
                return OptionalInt.of(Integer.parseInt(topic, prefix.length(), topic.length(), 10));
            } catch (NumberFormatException _) {
                return OptionalInt.empty();
            }
        }

        private static DeviceTopic noNumber(String topic, String prefix) {
            return new Unknown(
                    "\"%s\" is not a number of a request"
                            .formatted(topic.substring(prefix.length())));
        }
    }
}
