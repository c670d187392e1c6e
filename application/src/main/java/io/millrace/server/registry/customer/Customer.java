// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.entity.TenantEntity;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A customer, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param title unique in the tenant
 * @param isPublic whether everybody is this customer; Millrace makes no such customer yet
 * @param externalId always null: nothing is imported under another id
 * @param version counts the changes, from 1
 * @param additionalInfo whatever its administrators keep with it
 */
public record Customer(
        CustomerId id,
        long createdTime,
        TenantId tenantId,
        String title,
        @JsonIgnore boolean isPublic,
        @JsonUnwrapped Contact contact,
        @Nullable CustomerId externalId,
        long version,
        @Nullable JsonNode additionalInfo)
        implements TenantEntity {

    /** The title once more, under the name that every entity has. */
    @Override
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String name() {
        return title;
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    @Override
    public boolean visibleTo(CustomerId customer) {
        return id.equals(customer);
    }
}
