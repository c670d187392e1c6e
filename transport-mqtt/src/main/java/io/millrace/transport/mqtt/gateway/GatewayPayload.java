// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the payloads of gateways. */
final class GatewayPayload {

    /**
     * Does not remember the names of properties, as Jackson does by default: they are the names of devices, of which there
     * may be very many, and a parser that finds a new name copies the whole table of those that all parsers remember.
     */
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            MessageJson.factory()
                                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                                    .build())
                    .build();

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
        String text = text(payload);
        List<Part> parts = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedPayloadException(
                        "the payload of a gateway must be a JSON object with a key for each device");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String device = requireName(parser.currentName());
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                parser.finishToken();
                int end = (int) parser.currentLocation().getCharOffset();
                String part = text.substring(start, end);
                parts.add(new Part(device, part.getBytes(StandardCharsets.UTF_8)));
            }
            if (parser.nextToken() != null) {
                throw new MalformedPayloadException("text follows the JSON object");
            }
        } catch (JacksonException e) {
            throw MalformedPayloadException.notJson(e);
        }
        return parts;
    }

    private static String text(byte[] payload) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedPayloadException("the payload is not UTF-8", e);
        }
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
