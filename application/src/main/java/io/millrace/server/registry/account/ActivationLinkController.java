// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Activations.Activation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** The routes of activation links, with which new users choose their first password. */
@RestController
@Tag(name = "user")
class ActivationLinkController {

    private final Accounts accounts;
    private final AccountAccess reach;
    private final Clock clock;

    ActivationLinkController(Accounts accounts, AccountAccess reach, Clock clock) {
        this.accounts = accounts;
        this.reach = reach;
        this.clock = clock;
    }

    /**
     * An activation link.
     *
     * @param ttlMs milliseconds until it expires
     */
    record ActivationLinkInfo(String value, long ttlMs) {}

    @GetMapping(path = "/api/user/{userId}/activationLink", produces = MediaType.TEXT_PLAIN_VALUE)
    @Operation(
            operationId = "getActivationLink",
            summary = "Get the activation link of an account that has no password yet",
            description =
                    "Its activateToken is valid for 24 hours, in POST /api/noauth/activate with a password.")
    @Roles.Administrator
    String link(@PathVariable UUID userId, @AuthenticationPrincipal SecurityUser caller) {
        return info(userId, caller).value();
    }

    @GetMapping("/api/user/{userId}/activationLinkInfo")
    @Operation(
            operationId = "getActivationLinkInfo",
            summary = "Get the activation link of an account and the time until it expires")
    @Roles.Administrator
    ActivationLinkInfo info(
            @PathVariable UUID userId, @AuthenticationPrincipal SecurityUser caller) {
        Activation activation = accounts.activation(reach.require(caller, userId).user());
        String link =
                ServletUriComponentsBuilder.fromCurrentContextPath()
                        .path("/api/noauth/activate")
                        .queryParam("activateToken", activation.token())
                        .toUriString();
        return new ActivationLinkInfo(link, activation.expiryTime() - clock.millis());
    }
}
