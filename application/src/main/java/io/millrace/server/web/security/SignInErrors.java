// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ErrorResponse;
import java.time.Clock;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Maps refused sign-ins to responses. Before the advice for all other exceptions, which would answer 500. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SignInErrors {

    private static final String SECONDS_UNTIL_NEXT_ATTEMPT = "60";
    private static final String SECONDS_UNTIL_ROOM = "5";

    private final Clock clock;

    SignInErrors(Clock clock) {
        this.clock = clock;
    }

    @ExceptionHandler
    ResponseEntity<ErrorResponse> refused(SignInException refusal) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(refusal.status());
        if (refusal.status() == HttpStatus.TOO_MANY_REQUESTS) {
            answer.header(HttpHeaders.RETRY_AFTER, SECONDS_UNTIL_NEXT_ATTEMPT);
        } else if (refusal.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            answer.header(HttpHeaders.RETRY_AFTER, SECONDS_UNTIL_ROOM);
        }
        String message = String.valueOf(refusal.getMessage());
        return answer.contentType(MediaType.APPLICATION_JSON)
                .body(ErrorResponse.of(refusal.status(), refusal.code(), message, clock.millis()));
    }
}
