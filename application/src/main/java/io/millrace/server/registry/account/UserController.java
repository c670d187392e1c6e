// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.tenant.TenantRepository;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import io.millrace.server.web.user.UserRepository.UserFilter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The routes of accounts. */
@RestController
@Tag(name = "user")
class UserController {

    private final Accounts accounts;
    private final AccountAccess reach;
    private final UserRepository users;
    private final EntityAccess access;
    private final TenantRepository tenants;
    private final CustomerRepository customers;
    private final UserActions actions;

    UserController(
            Accounts accounts,
            AccountAccess reach,
            UserRepository users,
            EntityAccess access,
            TenantRepository tenants,
            CustomerRepository customers,
            UserActions actions) {
        this.accounts = accounts;
        this.reach = reach;
        this.users = users;
        this.access = access;
        this.tenants = tenants;
        this.customers = customers;
        this.actions = actions;
    }

    @GetMapping("/api/user/{userId}")
    @Operation(
            operationId = "getUserById",
            summary = "Get an account",
            description =
                    "Users see their own account; system administrators see administrators of tenants, administrators"
                            + " of a tenant see all accounts of the tenant, users of a customer see those of the customer.")
    @Roles.Everybody
    User get(@PathVariable UUID userId, @AuthenticationPrincipal SecurityUser caller) {
        return reach.require(caller, userId).user();
    }

    @GetMapping("/api/users")
    @Operation(
            operationId = "getUsers",
            summary = "List the users of the own tenant, or of the own customer")
    @Roles.TenantOrCustomer
    PageData<User> list(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return users.list(ownUsers(caller), link);
    }

    @GetMapping("/api/users/info")
    @Operation(
            operationId = "findUsersByQuery",
            summary = "List the names of the users of the own tenant, or of the own customer")
    @Roles.TenantOrCustomer
    PageData<UserInfo> infos(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return users.list(ownUsers(caller), link).map(UserInfo::of);
    }

    private static UserFilter ownUsers(SecurityUser caller) {
        return switch (caller.authority()) {
            case SYS_ADMIN -> UserFilter.administratorsOf(caller.tenantId());
            case TENANT_ADMIN -> UserFilter.allOf(caller.tenantId());
            case CUSTOMER_USER -> UserFilter.of(caller.tenantId(), caller.customerId());
        };
    }

    @GetMapping("/api/tenant/{tenantId}/users")
    @Operation(operationId = "getTenantAdmins", summary = "List the administrators of a tenant")
    @Roles.SystemAdmin
    PageData<User> administrators(
            @PathVariable UUID tenantId,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        return users.list(
                UserFilter.administratorsOf(access.require(caller, tenants, tenantId).id()), link);
    }

    @GetMapping("/api/customer/{customerId}/users")
    @Operation(operationId = "getCustomerUsers", summary = "List the users of a customer")
    @Roles.TenantAdmin
    PageData<User> ofCustomer(
            @PathVariable UUID customerId,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        return users.list(
                UserFilter.of(
                        caller.tenantId(), access.require(caller, customers, customerId).id()),
                link);
    }

    @PostMapping("/api/user")
    @Operation(
            operationId = "saveUser",
            summary = "Add an account, or change one",
            description =
                    "A new account has no password: its user chooses one with the activation link. No mail is sent.")
    @Roles.Everybody
    User save(@RequestBody UserRequest body, @AuthenticationPrincipal SecurityUser caller) {
        if (body.id() == null) {
            User created = accounts.create(body, reach.newRole(caller, body));
            actions.created(caller, created);
            return created;
        }
        User stored = reach.requireForChange(caller, body.id().id()).user();
        User changed = accounts.change(stored, body);
        actions.updated(caller, changed);
        return changed;
    }

    @PostMapping("/api/user/{userId}/userCredentialsEnabled")
    @Operation(
            operationId = "setUserCredentialsEnabled",
            summary = "Enable or disable an account; disabling ends its sessions")
    @Roles.Administrator
    void setEnabled(
            @PathVariable UUID userId,
            @RequestParam(defaultValue = "true") boolean userCredentialsEnabled,
            @AuthenticationPrincipal SecurityUser caller) {
        accounts.setEnabled(reach.requireOther(caller, userId), userCredentialsEnabled);
    }

    @DeleteMapping("/api/user/{userId}")
    @Operation(operationId = "deleteUser", summary = "Delete an account")
    @Roles.Administrator
    void delete(@PathVariable UUID userId, @AuthenticationPrincipal SecurityUser caller) {
        User user = reach.requireOther(caller, userId).user();
        Runnable tell = actions.deletion(caller, user);
        accounts.delete(user);
        tell.run();
    }
}
