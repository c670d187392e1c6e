// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints for sign-in, token refresh, the current user, and sign-out. */
@RestController
@Tag(name = "auth")
class AuthController {

    private final Sessions sessions;
    private final UserRepository users;
    private final ClientAddress addresses;

    AuthController(Sessions sessions, UserRepository users, ClientAddress addresses) {
        this.sessions = sessions;
        this.users = users;
        this.addresses = addresses;
    }

    @PostMapping("/api/auth/login")
    @Operation(operationId = "login", summary = "Sign in")
    @SecurityRequirements
    TokenPair login(@RequestBody LoginRequest body, HttpServletRequest request) {
        if (body.username() == null || body.password() == null) {
            throw SignInException.refused(
                    "Authentication failed: username and password are required");
        }
        return sessions.login(body.username(), body.password(), addresses.of(request));
    }

    @PostMapping("/api/auth/token")
    @Operation(
            operationId = "refreshToken",
            summary = "Exchange a refresh token for a new pair of tokens")
    @SecurityRequirements
    TokenPair token(@RequestBody RefreshRequest body) {
        if (body.refreshToken() == null) {
            throw SignInException.refused("Authentication failed: refreshToken is required");
        }
        return sessions.refresh(body.refreshToken());
    }

    @GetMapping("/api/auth/user")
    @Operation(operationId = "getUser", summary = "Get the signed-in user")
    @Roles.Everybody
    User user(@AuthenticationPrincipal SecurityUser caller) {
        return users.find(caller.userId())
                .map(Login::user)
                .orElseThrow(() -> ApiException.notFound("The signed-in user no longer exists"));
    }

    @PostMapping("/api/auth/logout")
    @Operation(operationId = "logout", summary = "Sign out: the session's tokens become invalid")
    @Roles.Everybody
    void logout(@AuthenticationPrincipal SecurityUser caller) {
        sessions.logout(caller);
    }

    @Schema(name = "LoginRequest")
    record LoginRequest(@Required @Nullable String username, @Required @Nullable String password) {

        @Override
        public String toString() {
            return "LoginRequest[]";
        }
    }

    @Schema(name = "RefreshTokenRequest")
    record RefreshRequest(@Required @Nullable String refreshToken) {

        @Override
        public String toString() {
            return "RefreshRequest[]";
        }
    }
}
