// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.slack;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpClientSettings;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.http.HttpReply;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.Template;
import io.millrace.rule.sending.NodeSends;
import io.millrace.rule.sending.OutgoingSends;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts a text about each message to a conversation of Slack, by the method chat.postMessage of its Web API. A message
 * leaves by {@code Success} when Slack has taken the text.
 */
@NodeType(
        id = "external.slack",
        alias = "org.thingsboard.rule.engine.notification.TbSlackNode",
        group = NodeGroup.EXTERNAL,
        name = "send to slack",
        description = "Posts a text about each message to a conversation of Slack.",
        effect = true)
public final class SlackNode implements RuleNode {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String API = "https://slack.com/api";

    /** Slack takes about one message a second for a conversation. */
    private static final int AT_ONCE = 4;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LARGEST_REPLY = 262_144;
    private static final int TOO_MANY = 429;

    private final SlackConfiguration configuration;
    private final Template text;
    private final @Nullable String token;
    private final URI address;
    private final HttpCalls http;
    private final NodeSends sends;

    private SlackNode(
            SlackConfiguration configuration,
            NodeIdentity node,
            HttpClients clients,
            OutgoingSends sends,
            Function<String, @Nullable String> settings) {
        this.configuration = configuration;
        this.text = Template.of(configuration.messageTemplate());
        this.token =
                blankToNull(
                        configuration.useSystemSettings()
                                ? settings.apply("slack.token")
                                : configuration.botToken());
        String api = blankToNull(settings.apply("slack.url"));
        this.address = URI.create((api == null ? API : api) + "/chat.postMessage");
        this.http = clients.open(new HttpClientSettings(node.tenant(), AT_ONCE, null, null));
        this.sends =
                sends.open(
                        new OutgoingSends.Limits(
                                AT_ONCE, TIMEOUT.multipliedBy(2), OutgoingSends.Order.ANY));
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<SlackConfiguration> definition(
            HttpClients clients, OutgoingSends sends, Function<String, @Nullable String> settings) {
        return NodeDefinition.of(
                SlackNode.class,
                SlackConfiguration.DEFAULTS,
                (configuration, node) ->
                        new SlackNode(configuration, node, clients, sends, settings));
    }

    private static @Nullable String blankToNull(@Nullable String value) {
        return value == null || value.isBlank() ? null : value.strip();
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (token == null) {
            return new NodeResult.Failed(
                    message,
                    configuration.useSystemSettings()
                            ? "this installation has no bot for Slack; the operator sets its token in MILLRACE_NODES_SLACK_TOKEN"
                            : "botToken: must not be blank");
        }
        String resolved = text.resolve(message);
        String conversation = configuration.conversation().id();
        HttpCall call = post(token, conversation, resolved);
        return sends.send(
                message,
                () -> new NodeSends.Description("slack, conversation " + conversation, resolved),
                () ->
                        http.call(call)
                                .thenApply(reply -> posted(message, reply))
                                .toCompletableFuture());
    }

    private HttpCall post(String bearer, String conversation, String resolved) {
        return new HttpCall(
                "POST",
                address,
                List.of(
                        new HttpCall.Header("Content-Type", "application/json; charset=utf-8"),
                        new HttpCall.Header("Authorization", "Bearer " + bearer)),
                Payload.of(
                        JSON.createObjectNode().put("channel", conversation).put("text", resolved)),
                TIMEOUT,
                LARGEST_REPLY);
    }

    /** Slack answers most errors with status 200 and a name in the body. */
    private static RuleMessage posted(RuleMessage message, HttpReply reply) {
        if (reply.status() == TOO_MANY) {
            throw failed("it limits the rate of messages (status 429)");
        }
        JsonNode answer = bodyOf(reply);
        if (!answer.path("ok").asBoolean(false)) {
            throw failed(answer.path("error").asString("status " + reply.status()));
        }
        return message;
    }

    private static JsonNode bodyOf(HttpReply reply) {
        try {
            return JSON.readTree(reply.body().bytes());
        } catch (JacksonException e) {
            throw new UncheckedIOException(
                    new IOException(
                            "Slack refused the message: status %d".formatted(reply.status()), e));
        }
    }

    private static UncheckedIOException failed(String reason) {
        return new UncheckedIOException(new IOException("Slack refused the message: " + reason));
    }

    @Override
    public void close() {
        sends.close();
        http.close();
    }
}
