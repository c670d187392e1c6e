// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The retention of rule chain versions.
 *
 * @param versions {@code millrace.rule-chains.versions}: maximum number of versions of a chain, including the current
 *     one; beyond it the oldest are deleted
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
