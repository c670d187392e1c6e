// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How much history chains have.
 *
 * @param versions {@code millrace.rule-chains.versions}: most versions of a chain, the current one among them; when there are
 *     more, the oldest go
 */
@ConfigurationProperties("millrace.rule-chains")
public record RuleChainSettings(int versions) {

    public RuleChainSettings {
        if (versions < 1) {
            throw new IllegalArgumentException(
                    "millrace.rule-chains.versions must be 1 or more, but is " + versions);
        }
    }
}
