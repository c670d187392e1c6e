// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import io.millrace.message.RuleMessage;
import jakarta.activation.DataSource;
import jakarta.mail.util.ByteArrayDataSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An email as the node "to email" writes it.
 *
 * @param from sender, or null
 * @param to recipients, separated by commas; not blank
 * @param images pictures of the body by content id
 */
record Email(
        @Nullable String from,
        String to,
        @Nullable String cc,
        @Nullable String bcc,
        String subject,
        String body,
        boolean html,
        Map<String, DataSource> images) {

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64,";

    /**
     * Reads the email of a message.
     *
     * @throws IllegalArgumentException if the message has none; the message names the field
     */
    static Email of(RuleMessage message) {
        if (!message.type().equals("SEND_EMAIL")) {
            throw new IllegalArgumentException(
                    "the message must be of type SEND_EMAIL, which the node \"to email\" creates, not "
                            + message.type());
        }
        JsonNode json = message.payload().json();
        String to = text(json, "to");
        if (to == null) {
            throw new IllegalArgumentException("to: must not be blank");
        }
        return new Email(
                text(json, "from"),
                to,
                text(json, "cc"),
                text(json, "bcc"),
                orEmpty(text(json, "subject")),
                orEmpty(text(json, "body")),
                json.path("html").asBoolean(false),
                images(json.path("images")));
    }

    private static @Nullable String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw new IllegalArgumentException(
                    "%s: must be a text, not %s".formatted(field, value));
        }
        String text = value.asString();
        return text.isBlank() ? null : text;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Map<String, DataSource> images(JsonNode json) {
        Map<String, DataSource> images = new LinkedHashMap<>();
        json.properties()
                .forEach(image ->
                        images.put(
                                image.getKey(),
                                picture(image.getKey(), image.getValue().asString(""))));
        return images;
    }

    /** Reads Base64, with or without the prefix of a data URL. */
    private static DataSource picture(String name, String text) {
        int comma = text.indexOf(BASE64);
        boolean isUrl = text.startsWith(DATA) && comma > 0;
        try {
            String base64 = isUrl ? text.substring(comma + BASE64.length()) : text;
            return new ByteArrayDataSource(
                    Base64.getDecoder().decode(base64.replaceAll("\\s", "")),
                    isUrl ? text.substring(DATA.length(), comma) : "image/png");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "images.%s: must be Base64: %s".formatted(name, e.getMessage()), e);
        }
    }
}
