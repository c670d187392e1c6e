// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.registry.entity.EntityRow;
import io.millrace.server.registry.entity.VersionedEntity;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A customer, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param title unique in the tenant
 * @param isPublic whether all users act for this customer; always false in Millrace
 * @param externalId always null: Millrace imports no entity under another id
 * @param version counts the changes, from 1
 * @param additionalInfo JSON that its administrators keep with it
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
        implements VersionedEntity {

    static Customer read(EntityRow row) throws SQLException {
        return new Customer(
                new CustomerId(row.id()),
                row.createdTime(),
                row.tenant(),
                row.text("title"),
                row.flag("is_public"),
                Contact.read(row.columns()),
                null,
                row.version(),
                row.json("additional_info"));
    }

    /** The title, under the name that every entity has. */
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
