// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpClientSettings;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.PlainText;
import io.millrace.rule.node.Template;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls an HTTP address for each message. The answer's body becomes the payload; status and headers are written to the
 * metadata. Every call has a time limit, 20 seconds unless configured. Calls beyond the node's limit wait, up to 8,192
 * of them and no longer than the time limit, without blocking a thread.
 */
@NodeType(
        id = "external.rest-api-call",
        alias = "org.thingsboard.rule.engine.rest.TbRestApiCallNode",
        group = NodeGroup.EXTERNAL,
        name = "rest api call",
        description = "Calls an HTTP address for each message; the answer becomes its payload.",
        version = 3,
        effect = true)
public final class RestApiCallNode implements EffectNode {

    /** From draft-ietf-httpapi-idempotency-key-header. */
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private static final int DEFAULT_CALLS_AT_ONCE = 64;
    private static final int MOST_WAITING = 8_192;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(20);
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH", "DELETE");

    private record HeaderTemplate(Template name, Template value) {}

    private final RestApiCallConfiguration configuration;
    private final HttpCalls calls;
    private final CallLimiter limiter;
    private final Duration timeout;
    private final Template address;
    private final List<HeaderTemplate> headers = new ArrayList<>();
    private final @Nullable String authorization;

    private RestApiCallNode(RestApiCallConfiguration configuration, HttpCalls calls) {
        this.configuration = configuration;
        this.calls = calls;
        this.limiter = new CallLimiter(callsAtOnce(configuration), MOST_WAITING);
        this.timeout =
                configuration.readTimeoutMs() == 0
                        ? DEFAULT_TIMEOUT
                        : Duration.ofMillis(configuration.readTimeoutMs());
        this.address = Template.of(configuration.restEndpointUrlPattern());
        configuration
                .headers()
                .forEach((name, value) ->
                        headers.add(new HeaderTemplate(Template.of(name), Template.of(value))));
        this.authorization =
                configuration.credentials()
                                instanceof ClientCredentials.Basic(String user, String password)
                        ? basic(user, password)
                        : null;
    }

    /** Returns the definition of this node type, with the given HTTP clients. */
    public static NodeDefinition<RestApiCallConfiguration> definition(HttpClients clients) {
        return NodeDefinition.of(
                RestApiCallNode.class,
                RestApiCallConfiguration.DEFAULTS,
                RestApiCallConfiguration.UPGRADE,
                (configuration, node) ->
                        new RestApiCallNode(
                                configuration,
                                clients.open(
                                        new HttpClientSettings(
                                                node.tenant(),
                                                callsAtOnce(configuration),
                                                configuration.tls(),
                                                ProxyConfiguration.of(
                                                        configuration, System::getProperty)))));
    }

    private static int callsAtOnce(RestApiCallConfiguration configuration) {
        int atOnce = configuration.maxParallelRequestsCount();
        return atOnce == 0 ? DEFAULT_CALLS_AT_ONCE : atOnce;
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        HttpCall request = callFor(message, call.idempotencyKey());
        return new NodeResult.Later(
                limiter.call(message.originator(), timeout, () -> calls.call(request))
                        .handle((reply, error) ->
                                error == null
                                        ? RestReply.resultOf(message, reply)
                                        : NodeResult.failedCall(message, describe(error))));
    }

    private HttpCall callFor(RuleMessage message, @Nullable String idempotencyKey) {
        List<HttpCall.Header> resolved = new ArrayList<>(headers.size() + 2);
        for (HeaderTemplate header : headers) {
            resolved.add(
                    new HttpCall.Header(
                            header.name().resolve(message), header.value().resolve(message)));
        }
        if (idempotencyKey != null) {
            resolved.add(new HttpCall.Header(IDEMPOTENCY_KEY, idempotencyKey));
        }
        if (authorization != null) {
            resolved.add(new HttpCall.Header("Authorization", authorization));
        }
        return new HttpCall(
                configuration.requestMethod(),
                HttpAddress.of(address.resolve(message)),
                resolved,
                bodyOf(message),
                timeout,
                configuration.largestReply());
    }

    private @Nullable Payload bodyOf(RuleMessage message) {
        if (configuration.ignoreRequestBody()
                || !METHODS_WITH_BODY.contains(configuration.requestMethod())) {
            return null;
        }
        Payload payload = message.payload();
        if (configuration.parseToPlainText()) {
            return PlainText.of(payload);
        }
        // Only to fail with a clear reason if the payload is not JSON; the bytes are sent
        // unchanged.
        payload.json();
        return payload;
    }

    private Throwable describe(Throwable error) {
        Throwable cause =
                error instanceof CompletionException && error.getCause() != null
                        ? error.getCause()
                        : error;
        return cause instanceof TimeoutException
                ? new TimeoutException(
                        "The node is full: no room for another call within " + timeout)
                : cause;
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Override
    public void close() {
        calls.close();
    }
}
