// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.ErrorResponse;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.user.Activations;
import io.millrace.server.web.user.UserRepository;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoint that sets the first password of an account. */
@RestController
@Tag(name = "auth")
class ActivationController {

    private static final int MIN_CHARACTERS = 6;

    /** BCrypt ignores all further bytes. */
    private static final int MAX_BYTES = 72;

    private final Activations activations;
    private final UserRepository users;
    private final Sessions sessions;
    private final PasswordEncoder passwords;
    private final Clock clock;

    ActivationController(
            Activations activations,
            UserRepository users,
            Sessions sessions,
            PasswordEncoder passwords,
            Clock clock) {
        this.activations = activations;
        this.users = users;
        this.sessions = sessions;
        this.passwords = passwords;
        this.clock = clock;
    }

    @PostMapping("/api/noauth/activate")
    @Operation(
            operationId = "activateUser",
            summary = "Set the first password of an account and sign in")
    @SecurityRequirements
    TokenPair activate(@RequestBody ActivationRequest body) {
        // Checked before the password is hashed, because hashing is slow and this endpoint needs no
        // sign-in.
        if (body.activateToken() == null || !activations.isGood(body.activateToken())) {
            throw refused();
        }
        String hash = Objects.requireNonNull(passwords.encode(requirePassword(body.password())));
        return activations
                .activate(body.activateToken(), hash)
                .flatMap(users::find)
                .map(login -> sessions.begin(login.user()))
                .orElseThrow(ActivationController::refused);
    }

    private static String requirePassword(@Nullable String password) {
        if (password == null
                || password.length() < MIN_CHARACTERS
                || password.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw ApiException.badRequest(
                    "password: expected at least %d characters and at most %d bytes"
                            .formatted(MIN_CHARACTERS, MAX_BYTES));
        }
        return password;
    }

    private static SignInException refused() {
        return SignInException.refused("The activation token is unknown or has expired");
    }

    @ExceptionHandler
    ResponseEntity<ErrorResponse> refused(SignInException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return ResponseEntity.status(refusal.status())
                .contentType(MediaType.APPLICATION_JSON)
                .body(ErrorResponse.of(refusal.status(), refusal.code(), message, clock.millis()));
    }

    record ActivationRequest(
            @Required @Nullable String activateToken, @Required @Nullable String password) {

        @Override
        public String toString() {
            return "ActivationRequest[]";
        }
    }
}
