// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.Payload;
import java.util.List;
import java.util.Map;

/**
 * The answer to an HTTP call.
 *
 * @param status the status code
 * @param headers the values of each header, by its name as received
 * @param body the body, empty if there is none
 */
public record HttpReply(int status, Map<String, List<String>> headers, Payload body) {

    public HttpReply {
        headers = Map.copyOf(headers);
    }
}
