// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.entity.NamedEntityKind;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds assignable entities of one kind of which only the name is known, for rule nodes. */
public final class NamedAssignables<E extends AssignableEntity> implements NamedEntityKind {

    private final AssignableRepository<E> entities;
    private final Saving<E> saving;
    private final Supplier<Map<String, Object>> own;

    /** @param own values of the columns that only this kind has, in a new entity */
    public NamedAssignables(
            AssignableRepository<E> entities, Saving<E> saving, Supplier<Map<String, Object>> own) {
        this.entities = entities;
        this.saving = saving;
        this.own = own;
    }

    @Override
    public EntityType type() {
        return entities.type();
    }

    @Override
    public Optional<E> find(TenantId tenant, String name) {
        return entities.findByName(tenant, name);
    }

    @Override
    public E add(TenantId tenant, String name, @Nullable String profile) {
        AssignableContent content =
                AssignableContent.labelled(name, null, IdJson.NO_CUSTOMER, null, own.get());
        TypeChoice type =
                profile == null
                        ? new TypeChoice.Default()
                        : new TypeChoice.Named(NameRules.requireName("type", profile));
        return saving.create(tenant, content, type);
    }
}
