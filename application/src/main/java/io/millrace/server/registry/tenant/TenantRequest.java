// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tenant to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param tenantProfileId null: as it is; a new tenant's is the default one
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record TenantRequest(
        @Nullable TenantId id,
        @Nullable String title,
        @Nullable String region,
        @Nullable TenantProfileId tenantProfileId,
        @JsonUnwrapped @Nullable Contact contact,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /**
     * The checked content.
     *
     * @throws ApiException (400) where something cannot be as it is
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
                additionalInfo);
    }
}
