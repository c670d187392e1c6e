// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

/** Opens the HTTP clients of nodes. */
@FunctionalInterface
public interface HttpClients {

    /**
     * Opens the client of a node. The caller closes it.
     *
     * @throws io.millrace.rule.node.InvalidConfigurationException if certificates or key cannot be read
     */
    HttpCalls open(HttpClientSettings settings);
}
