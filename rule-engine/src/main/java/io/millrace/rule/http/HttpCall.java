// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.Payload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP call.
 *
 * @param method the method's name
 * @param uri absolute address with a host
 * @param headers the headers in their order
 * @param body the body, or null for none
 * @param timeout time limit for the whole answer
 * @param largestReply largest size of the answer's body, in bytes
 */
public record HttpCall(
        String method,
        URI uri,
        List<Header> headers,
        @Nullable Payload body,
        Duration timeout,
        int largestReply) {

    public HttpCall {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(uri, "uri");
        headers = List.copyOf(headers);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: expected more than 0, got " + timeout);
        }
        if (largestReply < 1) {
            throw new IllegalArgumentException(
                    "largestReply: expected at least one byte, got " + largestReply);
        }
    }

    /** A header; names may repeat. */
    public record Header(String name, String value) {}
}
