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

/** Gives errors that arise outside of controllers (the container, a filter) the shape of all others. */
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

    /** A request for {@code /error} itself, which no error caused, finds nothing. */
    private static HttpStatus status(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatus status = code instanceof Integer number ? HttpStatus.resolve(number) : null;
        return status == null ? HttpStatus.NOT_FOUND : status;
    }
}
