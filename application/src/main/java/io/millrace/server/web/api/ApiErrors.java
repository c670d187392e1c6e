// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.server.platform.page.InvalidPageLinkException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Maps exceptions of controllers to responses, except refused sign-ins. */
@RestControllerAdvice
final class ApiErrors {

    private static final Logger log = LoggerFactory.getLogger(ApiErrors.class);

    /** SQLState class 22: the value cannot be stored, such as text with a NUL character. */
    private static final String DATA_EXCEPTION = "22";

    private static final String SECONDS_UNTIL_ROOM = "5";

    private final Clock clock;

    ApiErrors(Clock clock) {
        this.clock = clock;
    }

    @ExceptionHandler
    ResponseEntity<?> refused(ApiException refusal, HttpServletRequest request) {
        return answer(
                request, refusal.status(), refusal.code(), message(refusal), refusal.details());
    }

    @ExceptionHandler
    ResponseEntity<?> invalidPage(InvalidPageLinkException invalid, HttpServletRequest request) {
        return badRequest(request, message(invalid));
    }

    @ExceptionHandler
    ResponseEntity<?> roleNotAllowed(AccessDeniedException denied, HttpServletRequest request) {
        return answer(
                request,
                HttpStatus.FORBIDDEN,
                ErrorCode.PERMISSION_DENIED,
                "You don't have permission to perform this operation");
    }

    @ExceptionHandler
    ResponseEntity<?> unreadableBody(
            HttpMessageNotReadableException unreadable, HttpServletRequest request) {
        return unreadable.getRootCause() instanceof BodyRefusedException refused
                ? refusedBody(refused, request)
                : badRequest(request, BodyErrors.describe(unreadable));
    }

    private ResponseEntity<?> refusedBody(
            BodyRefusedException refused, HttpServletRequest request) {
        ResponseEntity<?> answer =
                answer(
                        request,
                        refused.status(),
                        refused.status().is4xxClientError()
                                ? ErrorCode.BAD_REQUEST_PARAMS
                                : ErrorCode.GENERAL,
                        message(refused));
        return refused.status() == HttpStatus.SERVICE_UNAVAILABLE
                ? ResponseEntity.status(answer.getStatusCode())
                        .headers(answer.getHeaders())
                        .header(HttpHeaders.RETRY_AFTER, SECONDS_UNTIL_ROOM)
                        .body(answer.getBody())
                : answer;
    }

    @ExceptionHandler
    ResponseEntity<?> wrongType(
            MethodArgumentTypeMismatchException mismatch, HttpServletRequest request) {
        if (ParameterErrors.isWordInPlaceOfId(mismatch)) {
            return nothingAt(request);
        }
        return badRequest(request, ParameterErrors.describe(mismatch));
    }

    @ExceptionHandler
    ResponseEntity<?> unknownPath(NoResourceFoundException unknown, HttpServletRequest request) {
        return nothingAt(request);
    }

    private ResponseEntity<?> nothingAt(HttpServletRequest request) {
        return answer(
                request,
                HttpStatus.NOT_FOUND,
                ErrorCode.ITEM_NOT_FOUND,
                "There is nothing at %s %s"
                        .formatted(request.getMethod(), request.getRequestURI()));
    }

    @ExceptionHandler
    ResponseEntity<?> database(DataAccessException failure, HttpServletRequest request) {
        if (failure instanceof DataAccessResourceFailureException) {
            return databaseAway(request, failure);
        }
        if (failure.getRootCause() instanceof SQLException sql && isDataException(sql)) {
            return badRequest(request, "A value cannot be stored: " + firstLine(message(sql)));
        }
        if (failure instanceof DataIntegrityViolationException) {
            // No earlier check covers this constraint; the log names it.
            log.warn(
                    "Request {} {} violates a database constraint; answered 400",
                    request.getMethod(),
                    request.getRequestURI(),
                    failure);
            return badRequest(request, "The request conflicts with stored data");
        }
        return internal(failure, request);
    }

    private static boolean isDataException(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith(DATA_EXCEPTION);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }

    @ExceptionHandler
    ResponseEntity<?> noTransaction(
            CannotCreateTransactionException failure, HttpServletRequest request) {
        return databaseAway(request, failure);
    }

    /** The client closed the connection before the answer. */
    @ExceptionHandler
    void clientGone(AsyncRequestNotUsableException gone) {
        log.debug("Client closed the connection before its answer was written");
    }

    @ExceptionHandler
    ResponseEntity<?> other(Exception failure, HttpServletRequest request) {
        if (failure instanceof org.springframework.web.ErrorResponse known
                && known.getStatusCode().is4xxClientError()) {
            return answer(
                    request,
                    known.getStatusCode(),
                    ErrorCode.BAD_REQUEST_PARAMS,
                    detail(known, failure));
        }
        return internal(failure, request);
    }

    private static String detail(org.springframework.web.ErrorResponse known, Exception failure) {
        String detail = known.getBody().getDetail();
        if (detail != null) {
            return detail;
        }
        return failure instanceof ErrorResponseException plain ? message(plain) : "Bad request";
    }

    private ResponseEntity<?> databaseAway(HttpServletRequest request, Exception failure) {
        log.warn(
                "Request {} {} failed because the database is unavailable; answered 503: {}",
                request.getMethod(),
                request.getRequestURI(),
                failure.getMessage());
        return answer(
                request,
                HttpStatus.SERVICE_UNAVAILABLE,
                ErrorCode.DATABASE,
                "The database is unavailable; try again later");
    }

    private ResponseEntity<?> internal(Exception failure, HttpServletRequest request) {
        log.error(
                "Request {} {} failed; answered 500",
                request.getMethod(),
                request.getRequestURI(),
                failure);
        return answer(
                request,
                HttpStatus.INTERNAL_SERVER_ERROR,
                ErrorCode.GENERAL,
                "Internal error; see the server log");
    }

    private ResponseEntity<?> badRequest(HttpServletRequest request, String message) {
        return answer(request, HttpStatus.BAD_REQUEST, ErrorCode.BAD_REQUEST_PARAMS, message);
    }

    private ResponseEntity<?> answer(
            HttpServletRequest request, HttpStatusCode status, ErrorCode code, String message) {
        return answer(request, status, code, message, Map.of());
    }

    private ResponseEntity<?> answer(
            HttpServletRequest request,
            HttpStatusCode status,
            ErrorCode code,
            String message,
            Map<String, ?> details) {
        if (ErrorPaths.arePlainText(request.getRequestURI())) {
            return ResponseEntity.status(status)
                    .contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8))
                    .body(message);
        }
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorResponse.of(status, code, message, clock.millis()).with(details));
    }

    private static String message(Throwable failure) {
        @Nullable String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
