// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import java.util.Locale;
import java.util.Map;

/**
 * The names of HTTP status codes (RFC 9110 and the IANA registry), for metadata of messages.
 *
 * @param name the name as a constant: {@code NOT_FOUND}; the code's digits if it is not registered
 * @param reason the reason phrase: {@code Not Found}; empty if the code is not registered
 */
record HttpStatus(int code, String name, String reason) {

    private static final Map<Integer, String> REASONS =
            Map.ofEntries(
                    Map.entry(100, "Continue"),
                    Map.entry(101, "Switching Protocols"),
                    Map.entry(102, "Processing"),
                    Map.entry(103, "Early Hints"),
                    Map.entry(200, "OK"),
                    Map.entry(201, "Created"),
                    Map.entry(202, "Accepted"),
                    Map.entry(203, "Non-Authoritative Information"),
                    Map.entry(204, "No Content"),
                    Map.entry(205, "Reset Content"),
                    Map.entry(206, "Partial Content"),
                    Map.entry(207, "Multi-Status"),
                    Map.entry(208, "Already Reported"),
                    Map.entry(226, "IM Used"),
                    Map.entry(300, "Multiple Choices"),
                    Map.entry(301, "Moved Permanently"),
                    Map.entry(302, "Found"),
                    Map.entry(303, "See Other"),
                    Map.entry(304, "Not Modified"),
                    Map.entry(307, "Temporary Redirect"),
                    Map.entry(308, "Permanent Redirect"),
                    Map.entry(400, "Bad Request"),
                    Map.entry(401, "Unauthorized"),
                    Map.entry(402, "Payment Required"),
                    Map.entry(403, "Forbidden"),
                    Map.entry(404, "Not Found"),
                    Map.entry(405, "Method Not Allowed"),
                    Map.entry(406, "Not Acceptable"),
                    Map.entry(407, "Proxy Authentication Required"),
                    Map.entry(408, "Request Timeout"),
                    Map.entry(409, "Conflict"),
                    Map.entry(410, "Gone"),
                    Map.entry(411, "Length Required"),
                    Map.entry(412, "Precondition Failed"),
                    Map.entry(413, "Payload Too Large"),
                    Map.entry(414, "URI Too Long"),
                    Map.entry(415, "Unsupported Media Type"),
                    Map.entry(416, "Requested Range Not Satisfiable"),
                    Map.entry(417, "Expectation Failed"),
                    Map.entry(421, "Misdirected Request"),
                    Map.entry(422, "Unprocessable Entity"),
                    Map.entry(423, "Locked"),
                    Map.entry(424, "Failed Dependency"),
                    Map.entry(425, "Too Early"),
                    Map.entry(426, "Upgrade Required"),
                    Map.entry(428, "Precondition Required"),
                    Map.entry(429, "Too Many Requests"),
                    Map.entry(431, "Request Header Fields Too Large"),
                    Map.entry(451, "Unavailable For Legal Reasons"),
                    Map.entry(500, "Internal Server Error"),
                    Map.entry(501, "Not Implemented"),
                    Map.entry(502, "Bad Gateway"),
                    Map.entry(503, "Service Unavailable"),
                    Map.entry(504, "Gateway Timeout"),
                    Map.entry(505, "HTTP Version Not Supported"),
                    Map.entry(506, "Variant Also Negotiates"),
                    Map.entry(507, "Insufficient Storage"),
                    Map.entry(508, "Loop Detected"),
                    Map.entry(510, "Not Extended"),
                    Map.entry(511, "Network Authentication Required"));

    static HttpStatus of(int code) {
        String reason = REASONS.getOrDefault(code, "");
        String name =
                reason.isEmpty()
                        ? Integer.toString(code)
                        : reason.toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
        return new HttpStatus(code, name, reason);
    }

    boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    boolean isError() {
        return code >= 400;
    }

    /** Returns the code with its reason: {@code 404 Not Found}. */
    @Override
    public String toString() {
        return reason.isEmpty() ? Integer.toString(code) : code + " " + reason;
    }
}
