// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.entity.TenantEntity;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tenant, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param title unique in the installation
 * @param region stored for ThingsBoard's clients; has no effect
 * @param version counts the changes, from 1
 */
public record Tenant(
        TenantId id,
        long createdTime,
        String title,
        String region,
        TenantProfileId tenantProfileId,
        @JsonUnwrapped Contact contact,
        @Nullable JsonNode additionalInfo,
        long version)
        implements TenantEntity {

    /** The title, under the name that every entity has. */
    @Override
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String name() {
        return title;
    }

    /** A tenant belongs to itself. */
    @Override
    public TenantId tenantId() {
        return id;
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    /** Always false: only administrators see the tenant itself. */
    @Override
    public boolean visibleTo(CustomerId customer) {
        return false;
    }
}
