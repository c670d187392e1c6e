// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.account;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.api.ApiException;
import io.millrace.server.api.EmailRules;
import io.millrace.server.api.IdJson;
import io.millrace.server.api.NameRules;
import io.millrace.server.user.Authority;
import io.millrace.server.user.User;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tenant's administrator to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param tenantId cannot be changed
 * @param authority {@code TENANT_ADMIN}
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record UserRequest(
        @Nullable UserId id,
        @Nullable TenantId tenantId,
        @Nullable String email,
        @Nullable Authority authority,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String phone,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /**
     * The account that is asked for.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    User asNew(UserId newId, long createdTime) {
        if (authority != Authority.TENANT_ADMIN) {
            throw ApiException.badRequest(
                    "authority: expected TENANT_ADMIN, but "
                            + (authority == null ? "it is missing" : "got " + authority));
        }
        if (tenantId == null || tenantId.equals(TenantId.SYSTEM)) {
            throw ApiException.badRequest("tenantId: expected a tenant's id, but it is missing");
        }
        return user(newId, createdTime, tenantId, 1);
    }

    /**
     * The account as it shall be.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    User changed(User stored) {
        if (authority != null && authority != stored.authority()) {
            throw ApiException.badRequest(
                    "authority: expected %s, which the account was made with, but got %s"
                            .formatted(stored.authority(), authority));
        }
        if (tenantId != null && !tenantId.equals(stored.tenantId())) {
            throw ApiException.badRequest(
                    "tenantId: expected %s, which the account was made for, but got %s"
                            .formatted(stored.tenantId(), tenantId));
        }
        return user(stored.id(), stored.createdTime(), stored.tenantId(), stored.version());
    }

    private User user(UserId userId, long createdTime, TenantId tenant, long storedVersion) {
        return new User(
                userId,
                createdTime,
                tenant,
                IdJson.NO_CUSTOMER,
                EmailRules.requireEmail("email", email),
                Authority.TENANT_ADMIN,
                NameRules.optionalText("firstName", firstName),
                NameRules.optionalText("lastName", lastName),
                NameRules.optionalText("phone", phone),
                storedVersion,
                additionalInfo);
    }
}
