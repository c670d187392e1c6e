// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.store.EntityStore.Entity;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Configuration of the nodes that add details of a customer or tenant.
 *
 * @param detailsList the details, in the order of writing; empty for a new node, which cannot start with it
 * @param fetchTo where they are written
 */
public record EntityDetails(
        @JsonPropertyDescription("Which details are added.") @NotEmpty
                List<@NotNull Detail> detailsList,
        @JsonPropertyDescription("Where the details are written: payload or metadata.") @NotNull
                FetchTo fetchTo) {

    static final EntityDetails DEFAULT = new EntityDetails(List.of(), FetchTo.DATA);

    static final ConfigurationUpgrade UPGRADE =
            (_, configuration) ->
                    OlderConfiguration.replace(
                            configuration,
                            "addToMetadata",
                            "fetchTo",
                            FetchTo.METADATA,
                            FetchTo.DATA);

    public EntityDetails {
        detailsList = Absent.asEmpty(detailsList);
    }

    /** A detail of a customer or tenant. */
    public enum Detail {
        ID("id"),
        TITLE("title"),
        COUNTRY("country"),
        CITY("city"),
        STATE("state"),
        ZIP("zip"),
        ADDRESS("address"),
        ADDRESS2("address2"),
        PHONE("phone"),
        EMAIL("email"),
        /** The description, which is in the additional info. */
        ADDITIONAL_INFO("additionalInfo") {
            @Override
            JsonNode in(Entity entity) {
                return super.in(entity).path("description");
            }
        };

        private final String field;

        Detail(String field) {
            this.field = field;
        }

        JsonNode in(Entity entity) {
            return entity.fields().path(field);
        }
    }

    /** Returns the message with the details that the entity has, each with the prefix and its name. */
    RuleMessage write(RuleMessage message, String prefix, Entity entity) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (Detail detail : detailsList) {
            JsonNode value = detail.in(entity);
            if (!value.isNull() && !value.isMissingNode()) {
                values.put(
                        prefix + detail.field,
                        new StringValue(value.isContainer() ? value.toString() : value.asString()));
            }
        }
        return fetchTo.write(message, values);
    }
}
