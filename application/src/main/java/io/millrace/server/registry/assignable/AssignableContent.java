// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller decides about an entity besides its profile; checked.
 *
 * @param customer {@link IdJson#NO_CUSTOMER} for none
 * @param own values of the columns that only this kind has, by the name of the column
 */
public record AssignableContent(
        String name,
        @Nullable String label,
        CustomerId customer,
        @Nullable JsonNode additionalInfo,
        Map<String, Object> own) {

    public AssignableContent {
        own = Map.copyOf(own);
    }

    /** An entity of which only the name and the values of its own columns are known. */
    public static AssignableContent named(String name, Map<String, Object> own) {
        return new AssignableContent(name, null, IdJson.NO_CUSTOMER, null, own);
    }

    /**
     * The content of a request.
     *
     * @throws ApiException (400) if the name or the label is not valid
     */
    public static AssignableContent checked(
            @Nullable String name,
            @Nullable String label,
            CustomerId customer,
            @Nullable JsonNode additionalInfo,
            Map<String, Object> own) {
        return new AssignableContent(
                NameRules.requireName("name", name),
                NameRules.optionalText("label", label),
                customer,
                additionalInfo,
                own);
    }

    Map<String, @Nullable Object> values(String profileColumn, UUID profile) {
        Map<String, @Nullable Object> values = new HashMap<>(own);
        values.put("customer_id", customer.equals(IdJson.NO_CUSTOMER) ? null : customer.id());
        values.put(profileColumn, profile);
        values.put("name", name);
        values.put("label", label);
        values.put("additional_info", additionalInfo);
        return values;
    }
}
