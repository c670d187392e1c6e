// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
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

/** The REST endpoints with which users change their own password. */
@RestController
@Tag(name = "auth")
class PasswordController {

    private final Sessions sessions;
    private final ClientAddress addresses;

    PasswordController(Sessions sessions, ClientAddress addresses) {
        this.sessions = sessions;
        this.addresses = addresses;
    }

    @PostMapping("/api/auth/changePassword")
    @Operation(
            operationId = "changePassword",
            summary = "Change the password of the signed-in user",
            description =
                    "Ends all sessions of the user, on all instances, and returns the tokens of a new one.")
    @Roles.Everybody
    TokenPair change(
            @RequestBody ChangeRequest body,
            @AuthenticationPrincipal SecurityUser caller,
            HttpServletRequest request) {
        return sessions.changePassword(
                caller,
                required("currentPassword", body.currentPassword()),
                required("newPassword", body.newPassword()),
                addresses.of(request));
    }

    private static String required(String field, @Nullable String value) {
        if (value == null) {
            throw ApiException.badRequest(field + ": expected a text; it is missing");
        }
        return value;
    }

    @GetMapping("/api/noauth/userPasswordPolicy")
    @Operation(operationId = "getUserPasswordPolicy", summary = "Get the rules for new passwords")
    @SecurityRequirements
    PasswordRules.PasswordPolicy policy() {
        return PasswordRules.policy();
    }

    @Schema(name = "ChangePasswordRequest")
    record ChangeRequest(
            @Required @Nullable String currentPassword, @Required @Nullable String newPassword) {

        @Override
        public String toString() {
            return "ChangeRequest[]";
        }
    }
}
