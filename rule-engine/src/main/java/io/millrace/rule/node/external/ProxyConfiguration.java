// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import io.millrace.rule.http.HttpProxy;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Determines the proxy of a REST call node. */
final class ProxyConfiguration {

    private ProxyConfiguration() {}

    /**
     * Returns the proxy of a node, or null for none.
     *
     * @param systemProperty looks up a property of the JVM
     * @throws InvalidConfigurationException if a proxy is configured that cannot be used
     */
    static @Nullable HttpProxy of(
            RestApiCallConfiguration configuration,
            Function<String, @Nullable String> systemProperty) {
        if (!configuration.enableProxy()) {
            return null;
        }
        if (configuration.useSystemProxyProperties()) {
            return ofSystem(systemProperty);
        }
        String host = configuration.proxyHost();
        if (host == null || host.isBlank()) {
            throw new InvalidConfigurationException("proxyHost: must not be blank");
        }
        return proxy(
                "proxyPort",
                host,
                configuration.proxyPort(),
                configuration.proxyUser(),
                configuration.proxyPassword());
    }

    private static HttpProxy ofSystem(Function<String, @Nullable String> systemProperty) {
        for (String scheme : new String[] {"http", "https"}) {
            String host = systemProperty.apply(scheme + ".proxyHost");
            String port = systemProperty.apply(scheme + ".proxyPort");
            if (host != null && !host.isBlank() && port != null) {
                return proxy(
                        scheme + ".proxyPort",
                        host,
                        number(port),
                        systemProperty.apply("tb.proxy.user"),
                        systemProperty.apply("tb.proxy.password"));
            }
        }
        if (systemProperty.apply("socksProxyHost") != null) {
            throw new InvalidConfigurationException(
                    "useSystemProxyProperties: the JVM must name an HTTP proxy, not a SOCKS proxy");
        }
        throw new InvalidConfigurationException(
                "useSystemProxyProperties: the JVM has no properties http.proxyHost and http.proxyPort");
    }

    private static HttpProxy proxy(
            String portField,
            String host,
            int port,
            @Nullable String user,
            @Nullable String password) {
        if (port < 1 || port > 65_535) {
            throw new InvalidConfigurationException(
                    "%s: must be from 1 to 65535, not %d".formatted(portField, port));
        }
        boolean anonymous = user == null || user.isBlank();
        return new HttpProxy(host, port, anonymous ? null : user, password);
    }

    private static int number(String port) {
        try {
            return Integer.parseInt(port.strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
