// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.account;

import io.millrace.server.api.ApiException;
import io.millrace.server.api.PageData;
import io.millrace.server.api.PageLink;
import io.millrace.server.security.EntityAccess;
import io.millrace.server.security.Roles;
import io.millrace.server.security.SecurityUser;
import io.millrace.server.tenant.TenantRepository;
import io.millrace.server.user.Login;
import io.millrace.server.user.User;
import io.millrace.server.user.UserRepository;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Accounts over REST. */
@RestController
@Tag(name = "user")
class UserController {

    private final TenantAdministrators administrators;
    private final UserRepository users;
    private final EntityAccess access;
    private final TenantRepository tenants;

    UserController(
            TenantAdministrators administrators,
            UserRepository users,
            EntityAccess access,
            TenantRepository tenants) {
        this.administrators = administrators;
        this.users = users;
        this.access = access;
        this.tenants = tenants;
    }

    @GetMapping("/api/user/{userId}")
    @Operation(
            summary =
                    "Get oneself, or, as the administrator of the installation, the administrator of a tenant")
    @Roles.Everybody
    User get(@PathVariable UUID userId, @AuthenticationPrincipal SecurityUser caller) {
        if (caller.userId().id().equals(userId)) {
            return users.find(caller.userId()).map(Login::user).orElseThrow(() -> notFound(userId));
        }
        return switch (caller.authority()) {
            case SYS_ADMIN -> administrators.require(userId);
            case TENANT_ADMIN, CUSTOMER_USER -> throw notFound(userId);
        };
    }

    @GetMapping("/api/tenant/{tenantId}/users")
    @Operation(summary = "List the administrators of a tenant")
    @Roles.SystemAdmin
    PageData<User> list(
            @PathVariable UUID tenantId,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        return users.listAdministrators(access.require(caller, tenants, tenantId).id(), link);
    }

    @PostMapping("/api/user")
    @Operation(
            summary = "Make an administrator of a tenant, or change one",
            description =
                    "A new account has no password: its user chooses one with the activation link. No mail is sent.")
    @Roles.SystemAdmin
    User save(@RequestBody UserRequest body) {
        return body.id() == null
                ? administrators.create(body)
                : administrators.change(administrators.require(body.id().id()), body);
    }

    @GetMapping(path = "/api/user/{userId}/activationLink", produces = MediaType.TEXT_PLAIN_VALUE)
    @Operation(
            summary = "Get the activation link of an account that has no password yet",
            description =
                    "Its activateToken is good for 24 hours, in POST /api/noauth/activate with a password.")
    @Roles.SystemAdmin
    String activationLink(@PathVariable UUID userId) {
        return ServletUriComponentsBuilder.fromCurrentContextPath()
                .path("/api/noauth/activate")
                .queryParam(
                        "activateToken",
                        administrators.activationToken(administrators.require(userId)))
                .toUriString();
    }

    @DeleteMapping("/api/user/{userId}")
    @Operation(summary = "Delete an administrator of a tenant")
    @Roles.SystemAdmin
    void delete(@PathVariable UUID userId) {
        administrators.delete(administrators.require(userId));
    }

    private static ApiException notFound(UUID id) {
        return ApiException.notFound("User with id [%s] is not found".formatted(id));
    }
}
