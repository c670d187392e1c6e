// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.Required;
import io.millrace.server.web.user.Activations;
import io.millrace.server.web.user.UserRepository;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriUtils;

/** The REST endpoints that set the first password of an account. */
@RestController
@Tag(name = "auth")
class ActivationController {

    /**
     * The UI's page, relative to the link, so that it is found behind a proxy that adds a path. The token is in the
     * fragment, which browsers send to no server.
     */
    private static final String PAGE = "../../#/activate?activateToken=";

    private final Activations activations;
    private final UserRepository users;
    private final Sessions sessions;
    private final PasswordEncoder passwords;

    ActivationController(
            Activations activations,
            UserRepository users,
            Sessions sessions,
            PasswordEncoder passwords) {
        this.activations = activations;
        this.users = users;
        this.sessions = sessions;
        this.passwords = passwords;
    }

    /**
     * Leads a person who opens an activation link to the page that asks for the password. A browser gets there with an
     * invalid token too, because the page says what to do then.
     */
    @GetMapping("/api/noauth/activate")
    @Operation(
            operationId = "checkActivateToken",
            summary = "Open an activation link",
            description =
                    "Redirects to the page that sets the password. Answers 409 if the token is not valid, except to browsers.")
    @SecurityRequirements
    ResponseEntity<Void> open(
            @RequestParam String activateToken,
            @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "") String accept) {
        if (!accept.contains(MediaType.TEXT_HTML_VALUE) && !activations.isGood(activateToken)) {
            return ResponseEntity.status(HttpStatus.CONFLICT).build();
        }
        String token = UriUtils.encodeQueryParam(activateToken, StandardCharsets.UTF_8);
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create(PAGE + token))
                .build();
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
        String password = PasswordRules.require("password", body.password());
        String hash = Objects.requireNonNull(passwords.encode(password));
        return activations
                .activate(body.activateToken(), hash)
                .flatMap(users::find)
                .map(sessions::begin)
                .orElseThrow(ActivationController::refused);
    }

    private static SignInException refused() {
        return SignInException.refused("The activation token is unknown or has expired");
    }

    record ActivationRequest(
            @Required @Nullable String activateToken, @Required @Nullable String password) {

        @Override
        public String toString() {
            return "ActivationRequest[]";
        }
    }
}
