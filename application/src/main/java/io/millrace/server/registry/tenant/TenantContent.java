// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantProfileId;
import io.millrace.server.registry.contact.Contact;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller decides about a tenant; checked.
 *
 * @param profile null: unchanged; for a new tenant the default one
 */
record TenantContent(
        String title,
        String region,
        @Nullable TenantProfileId profile,
        Contact contact,
        @Nullable JsonNode additionalInfo) {

    static final String DEFAULT_REGION = "Global";

    /** The content of a tenant of which only the title is known. */
    static TenantContent titled(String title) {
        return new TenantContent(title, DEFAULT_REGION, null, Contact.NONE, null);
    }
}
