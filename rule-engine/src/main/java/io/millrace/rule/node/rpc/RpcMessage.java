// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.rpc;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.DeviceRpc.Persistence;
import io.millrace.rule.store.DeviceRpc.Request;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads RPC requests from messages, as ThingsBoard's node does. */
final class RpcMessage {

    private static final String TRUE = "true";

    /** Memory of an entry of the metadata without its texts, in bytes. */
    private static final int ENTRY_BYTES = 100;

    private RpcMessage() {}

    /**
     * Returns the request of a message.
     *
     * @param expiresAt when it expires if the metadata does not say it, in milliseconds since the epoch
     * @throws IllegalArgumentException if the message is not a request for a device; the text says why
     */
    static Request request(RuleMessage message, long expiresAt) {
        if (message.originator().type() != EntityType.DEVICE) {
            throw new IllegalArgumentException(
                    "the originator must be a device, but is " + message.originator().type());
        }
        JsonNode data = message.payload().json();
        if (!data.isObject()) {
            throw new IllegalArgumentException(
                    "the payload must be a JSON object with \"method\" and \"params\"");
        }
        Metadata metadata = message.metadata();
        return new Request(
                id(metadata),
                message.tenant(),
                new DeviceId(message.originator().id()),
                text(required(data, "method")),
                params(required(data, "params")),
                TRUE.equals(metadata.get("oneway")),
                number("expirationTime", metadata.get("expirationTime"), expiresAt),
                persistence(metadata, data.path("additionalInfo")),
                caller(message),
                held(metadata));
    }

    /** Returns the memory of the metadata, which the node keeps for the response; it keeps no payload. */
    private static long held(Metadata metadata) {
        return metadata.values().entrySet().stream()
                .mapToLong(entry ->
                        ENTRY_BYTES + 2L * (entry.getKey().length() + entry.getValue().length()))
                .sum();
    }

    private static JsonNode required(JsonNode data, String name) {
        JsonNode value = data.path(name);
        if (value.isMissingNode()) {
            throw new IllegalArgumentException("the payload has no \"%s\"".formatted(name));
        }
        return value;
    }

    private static UUID id(Metadata metadata) {
        String id = metadata.get("requestUUID");
        if (id == null || id.isEmpty()) {
            return TimeOrderedUuid.next();
        }
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "metadata requestUUID must be a UUID, but is \"%s\"".formatted(id), e);
        }
    }

    private static @Nullable Persistence persistence(Metadata metadata, JsonNode additionalInfo) {
        if (!TRUE.equals(metadata.get("persistent"))) {
            return null;
        }
        String retries = metadata.get("retries");
        return new Persistence(
                retries == null || retries.isEmpty()
                        ? null
                        : Math.clamp(number("retries", retries, 0), 0, Integer.MAX_VALUE),
                additionalInfo.isMissingNode() || additionalInfo.isNull()
                        ? null
                        : text(additionalInfo));
    }

    private static @Nullable String caller(RuleMessage message) {
        if (!message.type().equals(MessageType.RPC_CALL_FROM_SERVER_TO_DEVICE.name())) {
            return null;
        }
        String service = message.metadata().get("originServiceId");
        return service == null || service.isEmpty() ? null : service;
    }

    private static long number(String key, @Nullable String text, long otherwise) {
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "metadata %s must be a whole number, but is \"%s\"".formatted(key, text), e);
        }
    }

    /** Returns a text as it is, and other values as compact JSON. */
    private static String text(JsonNode value) {
        return value.isString() ? value.asString() : value.toString();
    }

    /** Returns JSON text: a text that is not JSON itself, which chains may contain, becomes a JSON string. */
    private static String params(JsonNode value) {
        return value.isString() && isJson(value.asString()) ? value.asString() : value.toString();
    }

    private static boolean isJson(String text) {
        try {
            Payload.ofText(text).json();
            return true;
        } catch (MalformedPayloadException _) {
            return false;
        }
    }
}
