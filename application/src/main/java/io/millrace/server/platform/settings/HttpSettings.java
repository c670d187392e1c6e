// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import io.millrace.rule.outgoing.AddressRange;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of requests over HTTP.
 *
 * @param bodyMemory {@code millrace.http.body-memory}: maximum memory for the bodies of all requests under way, such as
 *     64MB; null means an eighth of the heap, and at least {@value #LEAST_MEGABYTES} MB
 * @param bodyTimeout {@code millrace.http.body-timeout}: how long a body may take to arrive
 * @param trustedProxies {@code millrace.http.trusted-proxies}: addresses and ranges of the reverse proxies whose
 *     {@code X-Forwarded-For} is believed
 */
@ConfigurationProperties("millrace.http")
public record HttpSettings(
        @Nullable DataSize bodyMemory,
        Duration bodyTimeout,
        @DefaultValue List<String> trustedProxies) {

    /** A body of the largest size fits into a tenant's half. */
    private static final int LEAST_MEGABYTES = 32;

    private static final DataSize LEAST_MEMORY = DataSize.ofMegabytes(LEAST_MEGABYTES);

    public HttpSettings {
        if (bodyMemory != null && bodyMemory.compareTo(LEAST_MEMORY) < 0) {
            throw new IllegalArgumentException(
                    "millrace.http.body-memory must be at least %d MB, but is %s"
                            .formatted(LEAST_MEGABYTES, bodyMemory));
        }
        if (bodyTimeout.compareTo(Duration.ofSeconds(1)) < 0
                || bodyTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "millrace.http.body-timeout must be from 1s to 1h, but is " + bodyTimeout);
        }
        trustedProxies = trustedProxies.stream().filter(text -> !text.isBlank()).toList();
        List<AddressRange> _ = ranges(trustedProxies);
    }

    /** Returns the memory for bodies in bytes, for a heap of the given size in bytes. */
    public long bodyBytesOf(long heap) {
        return bodyMemory == null
                ? Math.max(LEAST_MEMORY.toBytes(), heap / 8)
                : bodyMemory.toBytes();
    }

    /** The parsed value of {@code trustedProxies}. */
    public List<AddressRange> proxies() {
        return ranges(trustedProxies);
    }

    private static List<AddressRange> ranges(List<String> texts) {
        return texts.stream().map(HttpSettings::range).toList();
    }

    private static AddressRange range(String text) {
        try {
            return AddressRange.of(text.strip());
        } catch (IllegalArgumentException e) {
            // Not as the cause: the start prints the message of the innermost cause, which must
            // name the setting.
            IllegalArgumentException named =
                    new IllegalArgumentException(
                            "millrace.http.trusted-proxies must be addresses or ranges such as 10.0.0.0/8, but has \"%s\""
                                    .formatted(text));
            named.addSuppressed(e);
            throw named;
        }
    }
}
