// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

/** The forms of the device topics: the long one, and two short ones. Topics of requests and responses end with a number. */
enum TopicForm {
    V1(
            "v1/devices/me/telemetry",
            "v1/devices/me/attributes",
            "v1/devices/me/attributes/",
            "v1/devices/me/rpc/",
            "request/",
            "response/"),
    V2_JSON("v2/t/j", "v2/a/j", "v2/a/", "v2/r/", "req/j/", "res/j/"),
    V2("v2/t", "v2/a", "v2/a/", "v2/r/", "req/", "res/");

    private final String telemetry;
    private final String attributes;
    private final String attributeRequest;
    private final String attributeResponse;
    private final String rpcRequest;
    private final String rpcResponse;

    TopicForm(
            String telemetry,
            String attributes,
            String attributesOf,
            String rpc,
            String request,
            String response) {
        this.telemetry = telemetry;
        this.attributes = attributes;
        this.attributeRequest = attributesOf + request;
        this.attributeResponse = attributesOf + response;
        this.rpcRequest = rpc + request;
        this.rpcResponse = rpc + response;
    }

    String telemetry() {
        return telemetry;
    }

    /** Topic of client attributes from the device, and of changed shared attributes to the device. */
    String attributes() {
        return attributes;
    }

    String attributeRequest() {
        return attributeRequest;
    }

    String attributeResponse() {
        return attributeResponse;
    }

    String rpcRequest() {
        return rpcRequest;
    }

    String rpcResponse() {
        return rpcResponse;
    }
}
