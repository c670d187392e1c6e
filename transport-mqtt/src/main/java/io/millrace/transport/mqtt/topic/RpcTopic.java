// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.topic;

import java.util.OptionalInt;

/** The topics of device RPC. */
public final class RpcTopic {

    private static final String REQUEST = "v1/devices/me/rpc/request/";
    private static final String RESPONSE = "v1/devices/me/rpc/response/";

    private RpcTopic() {}

    /** Returns the request id in a topic; empty if the topic is not an RPC request. */
    public static OptionalInt requestId(String topic) {
        if (!topic.startsWith(REQUEST)) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(topic, REQUEST.length(), topic.length(), 10));
        } catch (NumberFormatException _) {
            return OptionalInt.empty();
        }
    }

    /** Returns the topic of the answer to a request. */
    public static String response(int requestId) {
        return RESPONSE + requestId;
    }
}
