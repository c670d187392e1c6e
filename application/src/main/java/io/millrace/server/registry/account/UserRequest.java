// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.EmailRules;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.User;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change an account. Other properties of ThingsBoard's shape are ignored.
 *
 * @param tenantId cannot be changed
 * @param customerId only for a customer's user; cannot be changed
 * @param authority {@code TENANT_ADMIN} or {@code CUSTOMER_USER}; cannot be changed
 * @param version if given, the change is refused unless the stored version is the same
 */
record UserRequest(
        @Nullable UserId id,
        @Nullable TenantId tenantId,
        @Nullable CustomerId customerId,
        @Required @Nullable String email,
        @Nullable Authority authority,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String phone,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /** The customer that the request names; null if it names none. */
    @Nullable CustomerId customer() {
        return customerId == null || customerId.equals(IdJson.NO_CUSTOMER) ? null : customerId;
    }

    /**
     * The new account.
     *
     * @param role its authority, tenant and customer
     * @throws ApiException (400) if a value is not valid
     */
    User asNew(UserId newId, long createdTime, Role role) {
        return user(newId, createdTime, role, 1);
    }

    /**
     * The account after the change.
     *
     * @throws ApiException (400) if a value is not valid
     */
    User changed(User stored) {
        requireSame("authority", stored.authority(), authority);
        requireSame("tenantId", stored.tenantId(), tenantId);
        requireSame("customerId", stored.customerId(), customerId);
        return user(stored.id(), stored.createdTime(), Role.of(stored), stored.version());
    }

    private static void requireSame(String field, Object stored, @Nullable Object sent) {
        if (sent != null && !sent.equals(stored)) {
            throw ApiException.badRequest(
                    "%s: expected %s, which the account was made with, got %s"
                            .formatted(field, stored, sent));
        }
    }

    private User user(UserId userId, long createdTime, Role role, long storedVersion) {
        return new User(
                userId,
                createdTime,
                role.tenant(),
                role.customer(),
                EmailRules.requireEmail("email", email),
                role.authority(),
                NameRules.optionalText("firstName", firstName),
                NameRules.optionalText("lastName", lastName),
                NameRules.optionalText("phone", phone),
                storedVersion,
                DocumentRules.limited("additionalInfo", additionalInfo));
    }
}
