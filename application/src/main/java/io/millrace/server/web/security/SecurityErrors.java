// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ErrorCode;
import io.millrace.server.web.api.ErrorWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/** Writes the responses to requests that the security chain refuses. */
final class SecurityErrors implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final ErrorWriter errors;

    SecurityErrors(ErrorWriter errors) {
        this.errors = errors;
    }

    @Override
    public void commence(
            HttpServletRequest request,
            HttpServletResponse response,
            AuthenticationException refusal)
            throws IOException {
        if (refusal instanceof SignInException known) {
            errors.write(
                    response, known.status(), known.code(), String.valueOf(known.getMessage()));
        } else {
            errors.write(
                    response,
                    HttpStatus.UNAUTHORIZED,
                    ErrorCode.AUTHENTICATION,
                    "Authentication failed: sign in and send the token as 'Authorization: Bearer <token>'");
        }
    }

    @Override
    public void handle(
            HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        errors.write(
                response,
                HttpStatus.FORBIDDEN,
                ErrorCode.PERMISSION_DENIED,
                "You don't have permission to perform this operation");
    }
}
