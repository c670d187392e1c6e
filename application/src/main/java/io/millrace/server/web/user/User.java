// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A user account, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param tenantId {@link TenantId#SYSTEM} for the administrators of the installation
 * @param customerId the null UUID if the user does not belong to a customer
 * @param email e-mail address, unique in the installation; the name for sign-in
 */
public record User(
        UserId id,
        long createdTime,
        TenantId tenantId,
        CustomerId customerId,
        String email,
        Authority authority,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String phone,
        long version,
        @Nullable JsonNode additionalInfo) {

    /** The e-mail address, as the name that every entity has. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String name() {
        return email;
    }
}
