// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableKind;
import io.millrace.server.registry.assignable.AssignableKinds;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.Typing;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.attribute.AttributeStorage;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Entity views as a kind of assignable entities. */
@Configuration(proxyBeanMethods = false)
class EntityViewConfiguration {

    private static final AssignableKind<EntityView> KIND =
            new AssignableKind<>(
                    EntityType.ENTITY_VIEW,
                    "name",
                    new Typing.OwnColumn(),
                    null,
                    List.of(),
                    EntityView.COLUMNS,
                    EntityView::read,
                    Map.of(
                            "entity_view_device_fkey",
                            "entityId: the tenant has no such device",
                            "entity_view_asset_fkey",
                            "entityId: the tenant has no such asset"));

    @Bean
    AssignableRepository<EntityView> entityViewRepository(JdbcClient jdbc, JsonColumn json) {
        return new AssignableRepository<>(KIND, jdbc, json);
    }

    @Bean
    AssignableEntities<EntityView> entityViewEntities(
            AssignableKinds kinds,
            AssignableRepository<EntityView> repository,
            AttributeReader reader,
            AttributeStorage attributes) {
        return kinds.entities(
                repository,
                new EntityViewLifecycle(
                        kinds.service(repository, _ -> {}),
                        new CopiedAttributes(reader, attributes)));
    }

    @Bean
    StoredEntityViews storedEntityViews(JdbcClient jdbc, DatabaseLookups lookups) {
        return new StoredEntityViews(jdbc, lookups);
    }
}
