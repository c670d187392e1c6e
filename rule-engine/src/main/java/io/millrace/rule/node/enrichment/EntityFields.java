// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityStore.Entity;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Fetches fields of an entity, by their dotted paths in the REST API. The values are always texts; objects and arrays
 * are the text of their JSON. Fails if the entity does not exist.
 *
 * @param ignoreNullStrings whether fields that are null or empty count as absent; otherwise null is the text {@code
 *     null}
 */
record EntityFields(EntityStore entities, boolean ignoreNullStrings) implements EntityValues {

    @Override
    public CompletionStage<Map<String, @Nullable Value>> of(
            TenantId tenant, EntityId entity, Set<String> keys) {
        return entities.find(tenant, entity)
                .thenApply(found ->
                        values(
                                found.orElseThrow(() ->
                                        new NoSuchElementException(
                                                "%s %s does not exist"
                                                        .formatted(
                                                                entity.type().normalName(),
                                                                entity.id()))),
                                keys));
    }

    private Map<String, @Nullable Value> values(Entity entity, Set<String> paths) {
        Map<String, @Nullable Value> values = new HashMap<>();
        for (String path : paths) {
            JsonNode field = at(entity, path);
            if (field.isMissingNode()) {
                continue;
            }
            String text = text(field);
            if (!ignoreNullStrings || !(field.isNull() || text.isEmpty())) {
                values.put(path, new StringValue(text));
            }
        }
        return values;
    }

    private static JsonNode at(Entity entity, String path) {
        JsonNode field = entity.fields();
        for (String name : path.split("\\.", -1)) {
            field = field.path(name);
        }
        return field;
    }

    private static String text(JsonNode field) {
        return field.isContainer() || field.isNull() ? field.toString() : field.asString();
    }
}
