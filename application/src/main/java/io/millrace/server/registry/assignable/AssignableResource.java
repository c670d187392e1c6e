// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Reassignments;
import io.millrace.server.registry.customer.Reassignments.Reassignment;
import io.millrace.server.registry.entity.EntityNoun;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The REST calls on the entities of one kind, without their routes: checks which entities the caller may access, and
 * sends messages about changes to the rule chains. Controllers check the role of the caller.
 */
public final class AssignableResource<E extends AssignableEntity> {

    private final EntityAccess access;
    private final AssignableRepository<E> entities;
    private final EntityLifecycle<E> lifecycle;
    private final EntityActions actions;
    private final Reassignments reassignments;
    private final EntityNoun noun;

    AssignableResource(
            EntityAccess access,
            AssignableRepository<E> entities,
            EntityLifecycle<E> lifecycle,
            EntityActions actions,
            Reassignments reassignments) {
        this.access = access;
        this.entities = entities;
        this.lifecycle = lifecycle;
        this.actions = actions;
        this.reassignments = reassignments;
        this.noun = entities.kind().noun();
    }

    public E get(SecurityUser caller, UUID id) {
        return access.require(caller, entities, id);
    }

    public Listed<E> info(SecurityUser caller, UUID id) {
        return entities.findListed(get(caller, id).tenantId(), id)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "%s %s was deleted".formatted(noun.capitalized(), id)));
    }

    public E byName(SecurityUser caller, String name) {
        return entities.findByName(caller.tenantId(), name)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "%s with name '%s' is not found"
                                        .formatted(noun.capitalized(), name)));
    }

    /** A page of the tenant's entities; a null type selects all. */
    public PageData<E> list(SecurityUser caller, @Nullable String type, PageLink link) {
        return infos(caller, type, null, link).map(Listed::entity);
    }

    /** A page of the tenant's entities; a null type or profile selects all. */
    public PageData<Listed<E>> infos(
            SecurityUser caller, @Nullable String type, @Nullable UUID profile, PageLink link) {
        AssignableFilter filter = new AssignableFilter(type, profile, null);
        return entities.list(caller.tenantId(), filter, link);
    }

    /** Those of the entities that exist and that the caller may see. */
    public List<E> some(SecurityUser caller, List<UUID> ids) {
        return entities.findAll(caller.tenantId(), ids).stream()
                .filter(entity -> !isCustomerUser(caller) || entity.visibleTo(caller.customerId()))
                .toList();
    }

    /** The types of the entities that the caller may see. */
    public List<String> types(SecurityUser caller) {
        return entities.types(
                caller.tenantId(), isCustomerUser(caller) ? caller.customerId().id() : null);
    }

    /** Adds an entity, or changes the one that the request names. */
    public E save(SecurityUser caller, AssignableRequest request) {
        return save(caller, request, lifecycle);
    }

    /** The same with another way to store the entity. */
    public E save(SecurityUser caller, AssignableRequest request, Saving<E> saving) {
        UUID id = request.entity();
        return id == null
                ? create(caller, request, saving)
                : change(caller, get(caller, id), request, saving);
    }

    private E create(SecurityUser caller, AssignableRequest request, Saving<E> saving) {
        if (caller.authority() != Authority.TENANT_ADMIN) {
            throw reservedForAdministrators("make");
        }
        CustomerId wanted = request.customerId();
        CustomerId customer = wanted == null ? IdJson.NO_CUSTOMER : wanted;
        TypeChoice type = typeOf(caller, request, new TypeChoice.Default());
        E created = saving.create(caller.tenantId(), request.content(customer), type);
        actions.created(caller, created, created);
        return created;
    }

    private E change(SecurityUser caller, E stored, AssignableRequest request, Saving<E> saving) {
        CustomerId wanted = request.customerId();
        CustomerId customer = wanted == null ? stored.customerId() : wanted;
        if (isCustomerUser(caller) && !customer.equals(stored.customerId())) {
            throw reservedForAdministrators("assign");
        }
        TypeChoice type = typeOf(caller, request, stored.currentType());
        Reassignment reassignment = reassignments.of(stored, customer);
        E changed = saving.change(stored, request.content(customer), type, request.version());
        actions.updated(caller, changed, changed);
        reassignment.tell(caller, changed);
        return changed;
    }

    private TypeChoice typeOf(
            SecurityUser caller, AssignableRequest request, TypeChoice otherwise) {
        UUID profile = request.profile();
        if (profile != null
                && entities.kind().typing() instanceof Typing.ByProfile(EntityType profiles)) {
            return new TypeChoice.OfProfile(
                    access.require(caller, profiles, profile).entityId().id());
        }
        String type = request.type();
        return type == null || type.isBlank()
                ? otherwise
                : new TypeChoice.Named(NameRules.requireName("type", type));
    }

    private ApiException reservedForAdministrators(String verb) {
        return ApiException.forbidden(
                "Only an administrator of the tenant may %s %s".formatted(verb, noun.plural()));
    }

    private static boolean isCustomerUser(SecurityUser caller) {
        return caller.authority() == Authority.CUSTOMER_USER;
    }

    public void delete(SecurityUser caller, UUID id) {
        E entity = get(caller, id);
        Runnable tell = actions.deletion(caller, entity, entity);
        lifecycle.delete(entity);
        tell.run();
    }
}
