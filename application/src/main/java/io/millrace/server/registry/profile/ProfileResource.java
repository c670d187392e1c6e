// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.api.NamedEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The REST calls on the profiles of one kind, without their routes: checks which profiles the caller may access, and
 * sends messages about changes to the rule chains. Controllers check the role of the caller.
 */
public final class ProfileResource<P extends EntityProfile> {

    private final ProfileService<P> service;
    private final ProfileRepository<P> profiles;
    private final EntityAccess access;
    private final EntityActions actions;

    public ProfileResource(ProfileService<P> service, EntityAccess access, EntityActions actions) {
        this.service = service;
        this.profiles = service.profiles();
        this.access = access;
        this.actions = actions;
    }

    public P get(SecurityUser caller, UUID id) {
        return access.require(caller, profiles, id);
    }

    public P defaultOne(SecurityUser caller) {
        return service.defaultOf(caller.tenantId());
    }

    public PageData<P> list(SecurityUser caller, PageLink link) {
        return list(caller, link, profiles.kind().noFilter());
    }

    /** @param filter values of the parameters of the kind's filter */
    public PageData<P> list(SecurityUser caller, PageLink link, Map<String, String> filter) {
        return profiles.list(caller.tenantId(), link, filter);
    }

    /** Those of the profiles that exist. */
    public List<P> some(SecurityUser caller, List<UUID> ids) {
        return profiles.findAll(caller.tenantId(), ids);
    }

    /**
     * The names of the profiles in alphabetical order.
     *
     * @param activeOnly leave out profiles without entities
     */
    public List<NamedEntity> names(SecurityUser caller, boolean activeOnly) {
        return profiles.names(caller.tenantId(), activeOnly);
    }

    /** Adds a profile, or changes the one that the request names. */
    public P save(SecurityUser caller, ProfileRequest request) {
        ProfileContent content = request.content();
        UUID id = request.profile();
        if (id == null) {
            P added = service.add(caller.tenantId(), content);
            actions.created(caller, added, added.inMessages());
            return added;
        }
        P changed = service.change(get(caller, id), content, request.version());
        actions.updated(caller, changed, changed.inMessages());
        return changed;
    }

    /** Makes a profile the default one; the former default changes, too. */
    public P makeDefault(SecurityUser caller, UUID id) {
        P profile = get(caller, id);
        P former = service.defaultOf(profile.tenantId());
        P chosen = service.makeDefault(profile);
        if (!chosen.entityId().equals(former.entityId())) {
            profiles.find(former.tenantId(), former.entityId().id())
                    .ifPresent(changed -> actions.updated(caller, changed, changed.inMessages()));
            actions.updated(caller, chosen, chosen.inMessages());
        }
        return chosen;
    }

    public void delete(SecurityUser caller, UUID id) {
        P profile = get(caller, id);
        Runnable tell = actions.deletion(caller, profile, profile.inMessages());
        service.delete(profile);
        tell.run();
    }
}
