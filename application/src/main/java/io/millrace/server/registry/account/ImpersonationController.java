// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.security.Sessions;
import io.millrace.server.web.security.TokenPair;
import io.millrace.server.web.user.Login;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Lets administrators act as users whose accounts they may see. */
@RestController
@Tag(name = "user")
class ImpersonationController {

    private static final Logger log = LoggerFactory.getLogger(ImpersonationController.class);

    private final AccountAccess reach;
    private final Sessions sessions;

    ImpersonationController(AccountAccess reach, Sessions sessions) {
        this.reach = reach;
        this.sessions = sessions;
    }

    @GetMapping("/api/user/tokenAccessEnabled")
    @Operation(
            operationId = "isUserTokenAccessEnabled",
            summary = "Whether administrators may act as users")
    @Roles.Administrator
    boolean enabled() {
        return true;
    }

    @GetMapping("/api/user/{userId}/token")
    @Operation(
            operationId = "getUserToken",
            summary = "Start a session as a user of the own tenant, or as a tenant's administrator")
    @Roles.Administrator
    TokenPair token(@PathVariable UUID userId, @AuthenticationPrincipal SecurityUser caller) {
        Login login = reach.require(caller, userId);
        if (!login.enabled()) {
            throw ApiException.badRequest("The account is not active");
        }
        log.info("User {} acts as user {}", caller.userId(), login.user().id());
        return sessions.begin(login);
    }
}
