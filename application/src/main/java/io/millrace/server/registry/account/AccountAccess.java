// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.tenant.TenantRepository;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides which accounts a caller may see: every user its own account; administrators of the installation the
 * administrators of tenants; administrators of a tenant all accounts of the tenant; users of a customer the accounts of
 * that customer. An account that the caller may not see is treated as one that does not exist.
 */
@Component
final class AccountAccess {

    private final UserRepository users;
    private final EntityAccess access;
    private final TenantRepository tenants;
    private final CustomerRepository customers;

    AccountAccess(
            UserRepository users,
            EntityAccess access,
            TenantRepository tenants,
            CustomerRepository customers) {
        this.users = users;
        this.access = access;
        this.tenants = tenants;
        this.customers = customers;
    }

    /**
     * The account with an id, if the caller may see it.
     *
     * @throws ApiException (404) if the account does not exist or is not visible
     */
    Login require(SecurityUser caller, UUID id) {
        return users.find(new UserId(id))
                .filter(login -> reaches(caller, login.user()))
                .orElseThrow(() ->
                        ApiException.notFound("User with id [%s] is not found".formatted(id)));
    }

    /**
     * The same, but for an account that the caller may change: a user of a customer may change only its own account.
     *
     * @throws ApiException (404) if it does not exist or is not visible, (403) if it may not be changed
     */
    Login requireForChange(SecurityUser caller, UUID id) {
        Login login = require(caller, id);
        if (caller.authority() == Authority.CUSTOMER_USER && !isSelf(caller, login.user())) {
            throw ApiException.forbidden("A customer's user may change only its own account");
        }
        return login;
    }

    /**
     * The same, but for an account that the caller may disable or delete: any visible one except its own.
     *
     * @throws ApiException (404) if it does not exist or is not visible, (400) if it is the caller's own
     */
    Login requireOther(SecurityUser caller, UUID id) {
        Login login = require(caller, id);
        if (isSelf(caller, login.user())) {
            throw ApiException.badRequest(
                    "You cannot disable or delete your own account; ask another administrator");
        }
        return login;
    }

    private static boolean reaches(SecurityUser caller, User user) {
        return isSelf(caller, user)
                || switch (caller.authority()) {
                    case SYS_ADMIN -> user.authority() == Authority.TENANT_ADMIN;
                    case TENANT_ADMIN -> user.tenantId().equals(caller.tenantId());
                    case CUSTOMER_USER ->
                            user.tenantId().equals(caller.tenantId())
                                    && user.customerId().equals(caller.customerId());
                };
    }

    private static boolean isSelf(SecurityUser caller, User user) {
        return caller.userId().equals(user.id());
    }

    /**
     * The role of an account that the caller wants to add.
     *
     * @throws ApiException (400, 403, 404) if the caller may not add this account, or the request lacks a field or has
     *     one too many
     */
    Role newRole(SecurityUser caller, UserRequest request) {
        Authority authority = request.authority();
        return switch (caller.authority()) {
            case SYS_ADMIN -> {
                if (authority != Authority.TENANT_ADMIN) {
                    throw unexpected("TENANT_ADMIN", authority);
                }
                yield administrator(request, tenantOf(request));
            }
            case TENANT_ADMIN -> {
                TenantId tenant = ownTenant(caller, request);
                yield switch (authority) {
                    case TENANT_ADMIN -> administrator(request, tenant);
                    case CUSTOMER_USER -> Role.userOf(tenant, customerOf(caller, request));
                    case null, default ->
                            throw unexpected("TENANT_ADMIN or CUSTOMER_USER", authority);
                };
            }
            case CUSTOMER_USER ->
                    throw ApiException.forbidden("Only administrators may add accounts");
        };
    }

    private static Role administrator(UserRequest request, TenantId tenant) {
        if (request.customer() != null) {
            throw ApiException.badRequest(
                    "customerId: an administrator of a tenant belongs to no customer");
        }
        return Role.administrator(tenant);
    }

    private static TenantId tenantOf(UserRequest request) {
        TenantId tenant = request.tenantId();
        if (tenant == null || tenant.equals(TenantId.SYSTEM)) {
            throw ApiException.badRequest("tenantId: expected a tenant's id; it is missing");
        }
        return tenant;
    }

    private TenantId ownTenant(SecurityUser caller, UserRequest request) {
        TenantId tenant = request.tenantId();
        return tenant == null
                ? caller.tenantId()
                : access.require(caller, tenants, tenant.id()).id();
    }

    private CustomerId customerOf(SecurityUser caller, UserRequest request) {
        CustomerId customer = request.customer();
        if (customer == null) {
            throw ApiException.badRequest("customerId: expected a customer's id; it is missing");
        }
        return access.require(caller, customers, customer.id()).id();
    }

    private static ApiException unexpected(String expected, @Nullable Authority authority) {
        return ApiException.badRequest(
                "authority: expected %s%s"
                        .formatted(
                                expected,
                                authority == null ? "; it is missing" : ", got " + authority));
    }
}
