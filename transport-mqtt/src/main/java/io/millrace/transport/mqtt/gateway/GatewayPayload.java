// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the payloads of gateways. */
final class GatewayPayload {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private GatewayPayload() {}

    /**
     * The part of a payload that belongs to one device.
     *
     * @param device the device's name
     * @param json the part as the gateway sent it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(String device, byte[] json) {}

    /**
     * Cuts {@code {"device A": …, "device B": …}} into the parts of the devices, in their order, in one pass and without
     * building a tree.
     *
     * @throws MalformedPayloadException if the payload is no JSON object
     */
    static List<Part> parts(byte[] payload) {
        List<Part> parts = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(payload)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedPayloadException(
                        "the payload of a gateway must be a JSON object with a key for each device");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String device = requireName(parser.currentName());
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                int end = (int) parser.currentLocation().getByteOffset();
                parts.add(new Part(device, Arrays.copyOfRange(payload, start, end)));
            }
            if (parser.nextToken() != null) {
                throw new MalformedPayloadException("text follows the JSON object");
            }
        } catch (JacksonException e) {
            throw MalformedPayloadException.notJson(e);
        }
        return parts;
    }

    /**
     * Reads a payload that names one device in {@code device}.
     *
     * @throws MalformedPayloadException if it is no such object
     */
    static JsonNode ofOneDevice(byte[] payload) {
        JsonNode json = Payload.of(payload).json();
        if (!json.isObject()) {
            throw new MalformedPayloadException(
                    "the payload must be a JSON object with a \"device\"");
        }
        return json;
    }

    /** Returns the name of the device that a payload names. */
    static String device(JsonNode json) {
        return requireName(json.path("device").asString(""));
    }

    /** Returns the number in {@code id}. */
    static int id(JsonNode json) {
        JsonNode id = json.path("id");
        if (!id.isIntegralNumber() || !id.canConvertToInt()) {
            throw new MalformedPayloadException("\"id\" must be a whole number");
        }
        return id.asInt();
    }

    private static String requireName(@Nullable String name) {
        if (name == null || name.isBlank()) {
            throw new MalformedPayloadException("the name of a device is missing");
        }
        return name;
    }
}
