// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller decides about an entity besides its type; checked.
 *
 * @param customer {@link IdJson#NO_CUSTOMER} for none
 * @param own values of the columns that only this kind has, by the name of the column; a missing one is null
 */
public record AssignableContent(
        String name,
        CustomerId customer,
        @Nullable JsonNode additionalInfo,
        Map<String, Object> own) {

    /** The column with the label, for kinds that have one. */
    public static final String LABEL = "label";

    public AssignableContent {
        own = Map.copyOf(own);
    }

    /** An entity of which only the name and the values of its own columns are known. */
    public static AssignableContent named(String name, Map<String, Object> own) {
        return new AssignableContent(name, IdJson.NO_CUSTOMER, null, own);
    }

    /**
     * The content of a request for an entity with a label.
     *
     * @param own values of the other columns that only this kind has
     * @throws ApiException (400) if the name or the label is not valid, or the additional info is too long
     */
    public static AssignableContent labelled(
            @Nullable String name,
            @Nullable String label,
            CustomerId customer,
            @Nullable JsonNode additionalInfo,
            Map<String, Object> own) {
        String checkedName = NameRules.requireName("name", name);
        String checkedLabel = NameRules.optionalText(LABEL, label);
        Map<String, Object> withLabel = new HashMap<>(own);
        if (checkedLabel != null) {
            withLabel.put(LABEL, checkedLabel);
        }
        return new AssignableContent(
                checkedName,
                customer,
                DocumentRules.limited("additionalInfo", additionalInfo),
                withLabel);
    }

    /**
     * The values of the columns of a kind, by the name of the column.
     *
     * @param type value of the column with the type; null: no type
     */
    Map<String, @Nullable Object> values(AssignableKind<?> kind, @Nullable Object type) {
        Map<String, @Nullable Object> values = new HashMap<>(own);
        values.put("customer_id", customer.equals(IdJson.NO_CUSTOMER) ? null : customer.id());
        String typeColumn = kind.typing().column();
        if (typeColumn != null) {
            values.put(typeColumn, type);
        }
        values.put(kind.nameColumn(), name);
        values.put("additional_info", additionalInfo);
        return values;
    }
}
