// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change a tenant. Other properties of ThingsBoard's shape are ignored.
 *
 * @param tenantProfileId null: unchanged; for a new tenant the default one
 * @param version if given, the change is refused unless the stored version is the same
 */
record TenantRequest(
        @Nullable TenantId id,
        @Required @Nullable String title,
        @Nullable String region,
        @Nullable TenantProfileId tenantProfileId,
        @JsonUnwrapped @Nullable Contact contact,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /**
     * The checked content.
     *
     * @throws ApiException (400) if a value is not valid
     */
    TenantContent content() {
        String checkedRegion = NameRules.optionalText("region", region);
        return new TenantContent(
                NameRules.requireName("title", title),
                checkedRegion == null || checkedRegion.isBlank()
                        ? TenantContent.DEFAULT_REGION
                        : checkedRegion,
                tenantProfileId,
                Contact.checked(contact),
                DocumentRules.limited("additionalInfo", additionalInfo));
    }
}
