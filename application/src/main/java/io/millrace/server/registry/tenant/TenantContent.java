// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantProfileId;
import io.millrace.server.registry.contact.Contact;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller decides about a tenant.
 *
 * @param profile null: as it is; a new tenant's is the default one
 */
record TenantContent(
        String title,
        String region,
        @Nullable TenantProfileId profile,
        Contact contact,
        @Nullable JsonNode additionalInfo) {

    static final String DEFAULT_REGION = "Global";

    /** A tenant of which nothing is known but its title. */
    static TenantContent titled(String title) {
        return new TenantContent(title, DEFAULT_REGION, null, Contact.NONE, null);
    }
}
