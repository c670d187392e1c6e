// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.EntityWrites;
import io.millrace.server.platform.jdbc.NodeChanges;
import io.millrace.server.registry.entity.NamedEntityKind;
import io.millrace.server.registry.entity.VersionedEntity;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.ErrorCode;
import io.millrace.server.web.api.IdJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Changes entities for rule nodes by the services of the REST API, with their limits and events. */
@Component
final class StoredEntityWrites implements EntityWrites {

    /** How often an assignment is repeated because other requests have changed the entity. */
    private static final int MOST_CONFLICTS = 20;

    private final Map<EntityType, NamedEntityKind> kinds;
    private final Map<EntityType, AssignableEntities<?>> assignables;
    private final NodeChanges changes;
    private final JsonMapper json;

    StoredEntityWrites(
            List<NamedEntityKind> kinds,
            List<AssignableEntities<?>> assignables,
            NodeChanges changes,
            JsonMapper json) {
        this.kinds =
                kinds.stream()
                        .collect(Collectors.toMap(NamedEntityKind::type, Function.identity()));
        this.assignables =
                assignables.stream()
                        .collect(Collectors.toMap(AssignableEntities::type, Function.identity()));
        this.changes = changes;
        this.json = json;
    }

    @Override
    public CompletionStage<Found> findOrCreate(
            TenantId tenant, NewEntity entity, @Nullable Lease lease) {
        NamedEntityKind kind = required(kinds.get(entity.type()), entity.type(), "created");
        return changes.run(
                tenant,
                lease,
                () -> find(tenant, kind, entity.name()).orElseGet(() -> add(tenant, kind, entity)));
    }

    private static Optional<Found> find(TenantId tenant, NamedEntityKind kind, String name) {
        return kind.find(tenant, name).map(stored -> new Found(stored.entityId(), null));
    }

    private Found add(TenantId tenant, NamedEntityKind kind, NewEntity entity) {
        try {
            VersionedEntity added = kind.add(tenant, entity.name(), entity.profile());
            return new Found(added.entityId(), json.<ObjectNode>valueToTree(added));
        } catch (ApiException refusal) {
            // Another call may have added it meanwhile.
            return find(tenant, kind, entity.name()).orElseThrow(() -> refusal);
        }
    }

    @Override
    public CompletionStage<Void> assign(
            TenantId tenant,
            EntityId entity,
            @Nullable CustomerId customer,
            @Nullable Lease lease) {
        AssignableEntities<?> kind =
                required(assignables.get(entity.type()), entity.type(), "assigned");
        return changes.run(
                        tenant,
                        lease,
                        () -> {
                            assign(
                                    kind,
                                    tenant,
                                    entity,
                                    customer == null ? IdJson.NO_CUSTOMER : customer);
                            return true;
                        })
                .thenAccept(_ -> {});
    }

    private static void assign(
            AssignableEntities<?> kind, TenantId tenant, EntityId entity, CustomerId customer) {
        for (int conflicts = 1; ; conflicts++) {
            try {
                kind.assign(tenant, entity.id(), customer);
                return;
            } catch (ApiException refusal) {
                if (refusal.code() != ErrorCode.VERSION_CONFLICT || conflicts == MOST_CONFLICTS) {
                    throw refusal;
                }
            }
        }
    }

    private static <T> T required(@Nullable T kind, EntityType type, String what) {
        if (kind == null) {
            throw new IllegalArgumentException(
                    "entities of the type %s cannot be %s".formatted(type.normalName(), what));
        }
        return kind;
    }
}
