// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableService;
import io.millrace.server.registry.assignable.EntityLifecycle;
import io.millrace.server.registry.assignable.TypeChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds, changes and deletes entity views. A view gets its copies of attributes once its row is committed; if that fails,
 * the view stays, and the next save copies them.
 */
final class EntityViewLifecycle implements EntityLifecycle<EntityView> {

    private final AssignableService<EntityView> views;
    private final CopiedAttributes attributes;

    EntityViewLifecycle(AssignableService<EntityView> views, CopiedAttributes attributes) {
        this.views = views;
        this.attributes = attributes;
    }

    @Override
    public EntityView create(TenantId tenant, AssignableContent content, TypeChoice type) {
        EntityView created = views.create(tenant, content, type);
        attributes.copy(created);
        return created;
    }

    @Override
    public EntityView change(
            EntityView stored, AssignableContent content, TypeChoice type, @Nullable Long seen) {
        EntityView changed = views.change(stored, content, type, seen);
        attributes.delete(stored);
        attributes.copy(changed);
        return changed;
    }

    @Override
    public EntityView assign(EntityView stored, CustomerId customer) {
        return views.assign(stored, customer);
    }

    @Override
    public boolean delete(EntityView view) {
        return views.delete(view);
    }

    @Override
    public void released(List<EntityView> released) {
        views.released(released);
    }
}
