// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The topic filters to which something is published: exactly these can be subscribed to. */
sealed interface DownlinkFilter {

    /** Changed shared attributes. */
    record Attributes(TopicForm form) implements DownlinkFilter {}

    /** RPC requests from the server. */
    record Rpc(TopicForm form) implements DownlinkFilter {}

    /** Answers to requests of the device; they are sent without a subscription as well. */
    record Answers() implements DownlinkFilter {}

    /** Changed shared attributes of devices behind a gateway. */
    record GatewayAttributes() implements DownlinkFilter {}

    /** RPC requests to devices behind a gateway. */
    record GatewayRpc() implements DownlinkFilter {}

    /** Other messages to a gateway. */
    record GatewayAnswers() implements DownlinkFilter {}

    /** Returns the meaning of a filter; null if nothing is published to it. */
    static @Nullable DownlinkFilter of(String filter) {
        @Nullable DownlinkFilter known = Names.ALL.get(filter);
        return known == null && Names.isOneAnswer(filter) ? new Answers() : known;
    }

    /** True if only gateways may subscribe to it. */
    default boolean isOfGateway() {
        return switch (this) {
            case GatewayAttributes _, GatewayRpc _, GatewayAnswers _ -> true;
            case Attributes _, Rpc _, Answers _ -> false;
        };
    }

    /** The filters. */
    final class Names {

        private static final Map<String, DownlinkFilter> ALL = all();

        /** The number of a request, which its device has chosen. */
        private static final Pattern NUMBER = Pattern.compile("/\\d{1,10}$");

        private Names() {}

        /** True for the topic of the answer to one request, as tools subscribe to it that send only one. */
        static boolean isOneAnswer(String filter) {
            return ALL.get(NUMBER.matcher(filter).replaceFirst("/+")) instanceof Answers;
        }

        private static Map<String, DownlinkFilter> all() {
            Map<String, DownlinkFilter> filters = new HashMap<>();
            for (TopicForm form : TopicForm.values()) {
                filters.put(form.attributes(), new Attributes(form));
                filters.put(form.rpcRequest() + "+", new Rpc(form));
                filters.put(form.attributeResponse() + "+", new Answers());
                filters.put(form.rpcResponse() + "+", new Answers());
            }
            filters.put(DeviceTopic.GATEWAY + "attributes", new GatewayAttributes());
            filters.put(DeviceTopic.GATEWAY + "rpc", new GatewayRpc());
            filters.put(DeviceTopic.GATEWAY + "attributes/response", new GatewayAnswers());
            filters.put(DeviceTopic.GATEWAY + "disconnect", new GatewayAnswers());
            return Map.copyOf(filters);
        }
    }
}
