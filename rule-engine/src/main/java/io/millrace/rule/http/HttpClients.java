// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

/** Opens what nodes make HTTP calls with. */
@FunctionalInterface
public interface HttpClients {

    /**
     * Opens the calls of a node. The caller closes them.
     *
     * @throws io.millrace.rule.node.InvalidConfigurationException if certificates or key cannot be read
     */
    HttpCalls open(HttpClientSettings settings);
}
