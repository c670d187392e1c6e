// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the calls between the instances of a cluster.
 *
 * @param url {@code millrace.cluster.url}: where the other instances reach the HTTP port of this one, such as
 *     http://10.0.0.7:8080; by default determined at the start
 * @param answerWithin {@code millrace.cluster.answer-within}: the time that another instance has to answer
 */
@ConfigurationProperties("millrace.cluster")
public record PeerSettings(@Nullable String url, @DefaultValue("2s") Duration answerWithin) {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    public PeerSettings {
        if (!answerWithin.isPositive() || answerWithin.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "millrace.cluster.answer-within must be more than 0 and at most %d s, but is %s"
                            .formatted(LONGEST.toSeconds(), answerWithin));
        }
        if (url != null && !url.isBlank() && !isAddress(url)) {
            throw new IllegalArgumentException(
                    "millrace.cluster.url must be an address like http://10.0.0.7:8080 without a path, but is \"%s\""
                            .formatted(url));
        }
    }

    /** The configured address of this instance. */
    public Optional<URI> address() {
        return Optional.ofNullable(url).filter(text -> !text.isBlank()).map(URI::create);
    }

    /** True for http or https with a host, and optionally a port, but nothing else. */
    public static boolean isAddress(String text) {
        try {
            URI uri = URI.create(text);
            return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
