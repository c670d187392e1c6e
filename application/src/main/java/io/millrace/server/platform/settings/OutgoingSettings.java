// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import io.millrace.rule.outgoing.AllowedTargets;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where nodes may connect to.
 *
 * @param allow {@code millrace.outgoing.allow}: addresses, ranges and host names that nodes of all tenants may connect to though
 *     they are not public, as {@link AllowedTargets} reads them
 */
@ConfigurationProperties("millrace.outgoing")
public record OutgoingSettings(@DefaultValue List<String> allow) {

    public OutgoingSettings {
        allow = List.copyOf(allow);
        AllowedTargets _ = read(allow);
    }

    /** What {@code allow} says. */
    public AllowedTargets targets() {
        return read(allow);
    }

    private static AllowedTargets read(List<String> allow) {
        try {
            return AllowedTargets.of(allow);
        } catch (IllegalArgumentException e) {
            // Without its cause: the operator is told the first one.
            IllegalArgumentException named =
                    new IllegalArgumentException("millrace.outgoing.allow: " + e.getMessage());
            named.addSuppressed(e);
            throw named;
        }
    }
}
