// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes error responses outside of controllers: in filters and the security chain. */
public final class ErrorWriter {

    private final JsonMapper json;
    private final Clock clock;

    public ErrorWriter(JsonMapper json, Clock clock) {
        this.json = json;
        this.clock = clock;
    }

    /** Sets the status and writes the body. */
    public void write(
            HttpServletResponse response, HttpStatus status, ErrorCode code, String message)
            throws IOException {
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        byte[] body =
                json.writeValueAsBytes(ErrorResponse.of(status, code, message, clock.millis()));
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
