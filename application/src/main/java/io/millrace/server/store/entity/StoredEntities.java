// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.entity;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.EntityStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntitySource;
import io.millrace.server.web.entity.EntitySource.Shown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads entities from the database, without a cache. Answers wait while the database is unavailable, so that an outage
 * does not fail messages.
 */
@Component
final class StoredEntities implements EntityStore {

    private final Map<EntityType, EntitySource> sources;
    private final DatabaseLookups lookups;
    private final JsonMapper json;

    StoredEntities(List<EntitySource> sources, DatabaseLookups lookups, JsonMapper json) {
        this.sources =
                sources.stream().collect(Collectors.toMap(EntitySource::type, Function.identity()));
        this.lookups = lookups;
        this.json = json;
    }

    @Override
    public CompletionStage<Optional<Entity>> find(TenantId tenant, EntityId id) {
        EntitySource source = sources.get(id.type());
        if (source == null) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return lookups.runUntilAnswered(
                tenant, () -> source.show(tenant, id.id()).map(shown -> entity(id, shown)));
    }

    @Override
    public CompletionStage<Optional<EntityId>> findByName(
            TenantId tenant, EntityType type, String name) {
        EntitySource source = sources.get(type);
        if (source == null) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return lookups.runUntilAnswered(
                tenant, () -> source.idOf(tenant, name).map(id -> new EntityId(type, id)));
    }

    private Entity entity(EntityId id, Shown shown) {
        ObjectNode fields = json.valueToTree(shown.rest());
        fields.properties().stream()
                .filter(field -> namesAnId(field.getKey()) && field.getValue().isObject())
                .forEach(field -> field.setValue(field.getValue().path("id")));
        return new Entity(
                id,
                shown.name(),
                shown.customer().equals(IdJson.NO_CUSTOMER) ? null : shown.customer(),
                fields);
    }

    /**
     * Recognizes an id field by its name, not by its content, because administrators may store any JSON in additional
     * fields.
     */
    private static boolean namesAnId(String field) {
        return field.equals("id") || field.endsWith("Id");
    }
}
