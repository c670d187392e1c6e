// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import io.millrace.rule.outgoing.AllowedTargets;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of outgoing connections of nodes.
 *
 * @param allow {@code millrace.outgoing.allow}: addresses, ranges and host names that are not public, but that nodes of
 *     all tenants may connect to; the format is that of {@link AllowedTargets}
 */
@ConfigurationProperties("millrace.outgoing")
public record OutgoingSettings(@DefaultValue List<String> allow) {

    public OutgoingSettings {
        allow = List.copyOf(allow);
        AllowedTargets _ = read(allow);
    }

    /** The parsed value of {@code allow}. */
    public AllowedTargets targets() {
        return read(allow);
    }

    private static AllowedTargets read(List<String> allow) {
        try {
            return AllowedTargets.of(allow);
        } catch (IllegalArgumentException e) {
            // Not as the cause: the start prints the message of the innermost cause, which must
            // name the setting.
            IllegalArgumentException named =
                    new IllegalArgumentException("millrace.outgoing.allow: " + e.getMessage());
            named.addSuppressed(e);
            throw named;
        }
    }
}
