// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.rule.http.PemCredentials;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Configuration of {@link RestApiCallNode}.
 *
 * @param restEndpointUrlPattern template of the address
 * @param requestMethod the HTTP method
 * @param headers templates of the headers, names and values
 * @param credentials the node's credentials at the server
 * @param ignoreRequestBody whether to send no body
 * @param parseToPlainText whether the payload is sent as text, a JSON string without its quotes; otherwise it must be
 *     JSON
 * @param readTimeoutMs time limit of a call in milliseconds, 0 for the default
 * @param maxParallelRequestsCount how many calls may run at once, 0 for the default
 * @param maxInMemoryBufferSizeInKb largest body of an answer in KiB, 0 or less for the default
 * @param useSimpleClientHttpFactory whether certificates as credentials are rejected
 * @param enableProxy whether calls use a proxy
 * @param useSystemProxyProperties whether the proxy is the JVM's, instead of that of the following fields
 * @param proxyHost the proxy's name
 * @param proxyPort the proxy's port
 * @param proxyUser user name for the proxy, or null
 * @param proxyPassword password for the proxy, or null
 * @param proxyScheme stored and not used
 */
public record RestApiCallConfiguration(
        @JsonPropertyDescription("Template of the address.") String restEndpointUrlPattern,
        @JsonPropertyDescription("The HTTP method.") String requestMethod,
        @JsonPropertyDescription("Templates of the headers' values by templates of their names.")
                Map<String, String> headers,
        @JsonPropertyDescription("The node's credentials at the server.")
                ClientCredentials credentials,
        @JsonPropertyDescription("Whether the call has no body.") boolean ignoreRequestBody,
        @JsonPropertyDescription(
                        "Whether the payload is sent as text, a JSON string without its quotes;"
                                + " otherwise it must be JSON.")
                boolean parseToPlainText,
        @JsonPropertyDescription("Time limit of a call in milliseconds; 0 for 20 seconds.")
                int readTimeoutMs,
        @JsonPropertyDescription("How many calls may run at once; 0 for 64.")
                int maxParallelRequestsCount,
        @JsonPropertyDescription(
                        "Largest body of an answer in KiB, at most 25,000; 0 or less for 256.")
                int maxInMemoryBufferSizeInKb,
        @JsonPropertyDescription("Whether certificates as credentials are rejected.")
                boolean useSimpleClientHttpFactory,
        @JsonPropertyDescription("Whether calls use a proxy.") boolean enableProxy,
        @JsonPropertyDescription("Whether the proxy is that of the JVM's properties.")
                boolean useSystemProxyProperties,
        @JsonPropertyDescription("Name or address of the proxy, if it is not the JVM's.")
                @Nullable String proxyHost,
        @JsonPropertyDescription("Port of that proxy.") int proxyPort,
        @JsonPropertyDescription("User at that proxy; no login if not set.")
                @Nullable String proxyUser,
        @JsonPropertyDescription("Password of that user.") @Nullable String proxyPassword,
        @JsonPropertyDescription("Has no effect; exists for ThingsBoard's chains.")
                @Nullable String proxyScheme) {

    private static final int DEFAULT_REPLY_KB = 256;
    private static final int LARGEST_REPLY_KB = 25_000;

    /** The configuration of a new node. */
    static final RestApiCallConfiguration DEFAULTS =
            new RestApiCallConfiguration(
                    "http://localhost/api",
                    "POST",
                    Map.of("Content-Type", "application/json"),
                    new ClientCredentials.Anonymous(),
                    false,
                    false,
                    0,
                    0,
                    DEFAULT_REPLY_KB,
                    false,
                    false,
                    false,
                    null,
                    0,
                    null,
                    null,
                    null);

    /** Upgrades configurations of versions 0 to 2 to version 3. */
    static final ConfigurationUpgrade UPGRADE =
            (from, configuration) -> {
                if (from < 1) {
                    upgradeBody(configuration);
                }
                if (from < 2 && configuration.has("useRedisQueueForMsgPersistence")) {
                    configuration.remove(
                            List.of("useRedisQueueForMsgPersistence", "trimQueue", "maxQueueSize"));
                }
                if (!configuration.has("maxInMemoryBufferSizeInKb")) {
                    configuration.put("maxInMemoryBufferSizeInKb", DEFAULT_REPLY_KB);
                }
            };

    public RestApiCallConfiguration(
            @Nullable String restEndpointUrlPattern,
            @Nullable String requestMethod,
            @Nullable Map<String, String> headers,
            @Nullable ClientCredentials credentials,
            boolean ignoreRequestBody,
            boolean parseToPlainText,
            int readTimeoutMs,
            int maxParallelRequestsCount,
            int maxInMemoryBufferSizeInKb,
            boolean useSimpleClientHttpFactory,
            boolean enableProxy,
            boolean useSystemProxyProperties,
            @Nullable String proxyHost,
            int proxyPort,
            @Nullable String proxyUser,
            @Nullable String proxyPassword,
            @Nullable String proxyScheme) {
        this.restEndpointUrlPattern = present("restEndpointUrlPattern", restEndpointUrlPattern);
        this.requestMethod = present("requestMethod", requestMethod);
        this.headers = headers == null ? Map.of() : headers;
        this.credentials = credentials == null ? new ClientCredentials.Anonymous() : credentials;
        this.ignoreRequestBody = ignoreRequestBody;
        this.parseToPlainText = parseToPlainText;
        this.readTimeoutMs = notNegative("readTimeoutMs", readTimeoutMs);
        this.maxParallelRequestsCount =
                notNegative("maxParallelRequestsCount", maxParallelRequestsCount);
        this.maxInMemoryBufferSizeInKb = maxInMemoryBufferSizeInKb;
        this.useSimpleClientHttpFactory = useSimpleClientHttpFactory;
        this.enableProxy = enableProxy;
        this.useSystemProxyProperties = useSystemProxyProperties;
        this.proxyHost = proxyHost;
        this.proxyPort = proxyPort;
        this.proxyUser = proxyUser;
        this.proxyPassword = proxyPassword;
        this.proxyScheme = proxyScheme;
        if (maxInMemoryBufferSizeInKb > LARGEST_REPLY_KB) {
            throw new InvalidConfigurationException(
                    "maxInMemoryBufferSizeInKb: must be at most %d, not %d"
                            .formatted(LARGEST_REPLY_KB, maxInMemoryBufferSizeInKb));
        }
        if (useSimpleClientHttpFactory && credentials instanceof ClientCredentials.Pem) {
            throw new InvalidConfigurationException(
                    "useSimpleClientHttpFactory: must be false where credentials are certificates");
        }
    }

    private static String present(String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidConfigurationException(field + ": must not be blank");
        }
        return text;
    }

    private static int notNegative(String field, int number) {
        if (number < 0) {
            throw new InvalidConfigurationException(
                    "%s: must be 0 or more, not %d".formatted(field, number));
        }
        return number;
    }

    int largestReply() {
        return 1_024
                * (maxInMemoryBufferSizeInKb <= 0 ? DEFAULT_REPLY_KB : maxInMemoryBufferSizeInKb);
    }

    @Nullable PemCredentials tls() {
        return credentials instanceof ClientCredentials.Pem pem ? pem.credentials() : null;
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return requestMethod + " " + restEndpointUrlPattern;
    }

    private static void upgradeBody(ObjectNode configuration) {
        JsonNode trim = configuration.remove("trimDoubleQuotes");
        if (!configuration.has("parseToPlainText")) {
            configuration.put("parseToPlainText", trim != null && trim.asBoolean(false));
        }
    }
}
