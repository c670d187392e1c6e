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
 * @param credentials who the node is to the server
 * @param ignoreRequestBody whether to send no body
 * @param parseToPlainText whether the payload goes as text, a JSON string without its quotes; else it must be JSON
 * @param readTimeoutMs time limit of a call in milliseconds, 0 for the default
 * @param maxParallelRequestsCount how many calls may run at once, 0 for the default
 * @param maxInMemoryBufferSizeInKb largest body of an answer in KiB, 0 or less for the default
 * @param useSimpleClientHttpFactory whether TLS credentials of its own are excluded
 * @param enableProxy whether calls go through a proxy
 * @param useSystemProxyProperties whether the proxy is the JVM's, not that of the fields that follow
 * @param proxyHost the proxy's name
 * @param proxyPort the proxy's port
 * @param proxyUser user name for the proxy, or null
 * @param proxyPassword password for the proxy, or null
 * @param proxyScheme kept and not used
 */
public record RestApiCallConfiguration(
        @JsonPropertyDescription("Template of the address.") String restEndpointUrlPattern,
        @JsonPropertyDescription("The HTTP method.") String requestMethod,
        @JsonPropertyDescription("Templates of the headers' values by templates of their names.")
                Map<String, String> headers,
        @JsonPropertyDescription("Who the node is to the server.") ClientCredentials credentials,
        @JsonPropertyDescription("Whether the call goes without a body.") boolean ignoreRequestBody,
        @JsonPropertyDescription(
                        "Whether the payload goes as text, a JSON string without its quotes; else it must be JSON.")
                boolean parseToPlainText,
        @JsonPropertyDescription("Time limit of a call in milliseconds; 0: 20 seconds.")
                int readTimeoutMs,
        @JsonPropertyDescription("How many calls may run at once; 0: 64.")
                int maxParallelRequestsCount,
        @JsonPropertyDescription(
                        "Largest body of an answer in KiB, at most 25,000; 0 or less: 256.")
                int maxInMemoryBufferSizeInKb,
        @JsonPropertyDescription("Whether certificates as credentials are refused.")
                boolean useSimpleClientHttpFactory,
        @JsonPropertyDescription("Whether calls go through a proxy.") boolean enableProxy,
        @JsonPropertyDescription("Whether the proxy is the one that the JVM's properties name.")
                boolean useSystemProxyProperties,
        @JsonPropertyDescription("Name or address of the proxy, where it is not the JVM's.")
                @Nullable String proxyHost,
        @JsonPropertyDescription("Port of that proxy.") int proxyPort,
        @JsonPropertyDescription("User at that proxy; none: without a login.")
                @Nullable String proxyUser,
        @JsonPropertyDescription("Password of that user.") @Nullable String proxyPassword,
        @JsonPropertyDescription("Has no effect; kept for ThingsBoard's chains.")
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

    /** Brings configurations of the versions 0 to 2 up to version 3. */
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
                    "maxInMemoryBufferSizeInKb: expected at most %d, but got %d"
                            .formatted(LARGEST_REPLY_KB, maxInMemoryBufferSizeInKb));
        }
        if (useSimpleClientHttpFactory && credentials instanceof ClientCredentials.Pem) {
            throw new InvalidConfigurationException(
                    "useSimpleClientHttpFactory: expected false where credentials are certificates");
        }
    }

    private static String present(String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new InvalidConfigurationException(field + ": expected a text, but it is blank");
        }
        return text;
    }

    private static int notNegative(String field, int number) {
        if (number < 0) {
            throw new InvalidConfigurationException(
                    "%s: expected 0 or more, but got %d".formatted(field, number));
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

    /** Names no secret. */
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
