// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers errors that occur outside of controllers (in the container or a filter) with the usual error body. */
@Hidden
@RestController
final class FallbackErrorController implements ErrorController {

    private final Clock clock;

    FallbackErrorController(Clock clock) {
        this.clock = clock;
    }

    @RequestMapping("/error")
    ResponseEntity<ErrorResponse> error(HttpServletRequest request) {
        HttpStatus status = status(request);
        ErrorCode code =
                switch (status) {
                    case UNAUTHORIZED -> ErrorCode.AUTHENTICATION;
                    case FORBIDDEN -> ErrorCode.PERMISSION_DENIED;
                    case NOT_FOUND -> ErrorCode.ITEM_NOT_FOUND;
                    default ->
                            status.is4xxClientError()
                                    ? ErrorCode.BAD_REQUEST_PARAMS
                                    : ErrorCode.GENERAL;
                };
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorResponse.of(status, code, status.getReasonPhrase(), clock.millis()));
    }

    /** Returns the status of the error; 404 for a direct request to {@code /error}. */
    private static HttpStatus status(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatus status = code instanceof Integer number ? HttpStatus.resolve(number) : null;
        return status == null ? HttpStatus.NOT_FOUND : status;
    }
}
