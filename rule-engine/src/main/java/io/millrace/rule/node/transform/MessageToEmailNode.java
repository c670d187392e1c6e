// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MessageJson;
import io.millrace.message.MessageType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.Template;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates an email about a message: the email as JSON becomes the payload, for a node that sends it. Metadata {@code
 * images} is a JSON object of the body's pictures by their names. Addresses are not checked here.
 */
@NodeType(
        id = "transform.to-email",
        alias = "org.thingsboard.rule.engine.mail.TbMsgToEmailNode",
        group = NodeGroup.TRANSFORMATION,
        name = "to email",
        description = "Creates an email about each message, for a node that sends it.")
public final class MessageToEmailNode implements RuleNode {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final Configuration DEFAULTS =
            new Configuration(
                    "info@testmail.org",
                    "${userEmail}",
                    null,
                    null,
                    "High temperature of a ${deviceType}",
                    "${deviceName} reports a temperature of $[temperature].",
                    BodyType.PLAIN,
                    null);

    private final @Nullable Template from;
    private final @Nullable Template to;
    private final @Nullable Template cc;
    private final @Nullable Template bcc;
    private final @Nullable Template subject;
    private final @Nullable Template body;
    private final Template html;

    private MessageToEmailNode(Configuration configuration) {
        this.from = template(configuration.fromTemplate());
        this.to = template(configuration.toTemplate());
        this.cc = template(configuration.ccTemplate());
        this.bcc = template(configuration.bccTemplate());
        this.subject = template(configuration.subjectTemplate());
        this.body = template(configuration.bodyTemplate());
        this.html = Template.of(configuration.html());
    }

    /** The type of the body, by ThingsBoard's names: whether it is HTML. */
    public enum BodyType {
        @JsonProperty("false")
        PLAIN("false"),
        @JsonProperty("true")
        HTML("true"),
        /** A template decides for each message. */
        @JsonProperty("dynamic")
        DYNAMIC("dynamic");

        private final String text;

        BodyType(String text) {
            this.text = text;
        }

        /** The name in configurations. */
        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Configuration of the node. Each template may be null or empty: the email then lacks that part.
     *
     * @param fromTemplate sender
     * @param toTemplate recipients, separated by commas
     * @param ccTemplate recipients of copies, separated by commas
     * @param bccTemplate recipients of blind copies, separated by commas
     * @param subjectTemplate subject
     * @param bodyTemplate body
     * @param mailBodyType type of the body; null: plain text
     * @param isHtmlTemplate if the type is dynamic, resolves to {@code true} for HTML
     */
    public record Configuration(
            @JsonPropertyDescription("Template of the sender.") @Nullable String fromTemplate,
            @JsonPropertyDescription("Template of the recipients, separated by commas.")
                    @Nullable String toTemplate,
            @JsonPropertyDescription("Template of the recipients of copies, separated by commas.")
                    @Nullable String ccTemplate,
            @JsonPropertyDescription(
                            "Template of the recipients of blind copies, separated by commas.")
                    @Nullable String bccTemplate,
            @JsonPropertyDescription("Template of the subject.") @Nullable String subjectTemplate,
            @JsonPropertyDescription("Template of the body.") @Nullable String bodyTemplate,
            @JsonPropertyDescription(
                            "Whether the body is HTML: true, false, or dynamic if a template decides.")
                    @Nullable BodyType mailBodyType,
            @JsonPropertyDescription("Template that resolves to \"true\" if the body is HTML.")
                    @Nullable String isHtmlTemplate) {

        private String html() {
            if (mailBodyType == BodyType.DYNAMIC) {
                return isHtmlTemplate == null ? "false" : isHtmlTemplate;
            }
            return mailBodyType == BodyType.HTML ? "true" : "false";
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                MessageToEmailNode.class,
                DEFAULTS,
                (configuration, _) -> new MessageToEmailNode(configuration));
    }

    private static @Nullable Template template(@Nullable String text) {
        return text == null || text.isEmpty() ? null : Template.of(text);
    }

    @Override
    public NodeResult process(RuleMessage message) {
        ObjectNode email = JSON.createObjectNode();
        email.put("from", resolved(from, message));
        email.put("to", resolved(to, message));
        email.put("cc", resolved(cc, message));
        email.put("bcc", resolved(bcc, message));
        email.put("subject", resolved(subject, message));
        email.put("body", resolved(body, message));
        email.set("images", images(message.metadata().get("images")));
        email.put("html", html.resolve(message).equalsIgnoreCase("true"));
        return NodeResult.success(
                message.withType(MessageType.SEND_EMAIL.name()).withPayload(Payload.of(email)));
    }

    private static @Nullable String resolved(@Nullable Template template, RuleMessage message) {
        return template == null ? null : template.resolve(message);
    }

    private static JsonNode images(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return JSON.nullNode();
        }
        JsonNode images = read(text);
        if (images.isNull()) {
            return images;
        }
        if (!images.isObject()) {
            throw new IllegalArgumentException(
                    "images: must be a JSON object of texts in the metadata, not \"%s\""
                            .formatted(text));
        }
        for (Map.Entry<String, JsonNode> image : images.properties()) {
            if (!image.getValue().isString()) {
                throw new IllegalArgumentException(
                        "images.%s: must be a text in the metadata, not %s"
                                .formatted(image.getKey(), image.getValue()));
            }
        }
        return images;
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "images: must be a JSON object of texts in the metadata, not \"%s\""
                            .formatted(text),
                    e);
        }
    }
}
