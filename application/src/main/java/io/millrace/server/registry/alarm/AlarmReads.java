// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads alarms for users of other parts of the service. Each call checks whether the user may see the entity of the
 * selection, and blocks.
 */
@Component
public final class AlarmReads {

    private final EntityAccess access;
    private final AlarmRepository alarms;
    private final JsonMapper json;

    AlarmReads(EntityAccess access, AlarmRepository alarms, JsonMapper json) {
        this.access = access;
        this.alarms = alarms;
        this.json = json;
    }

    /**
     * A page of alarms as JSON, as {@code POST /api/alarmsQuery/find} returns it.
     *
     * @throws ApiException if the user may not see the entity, or it does not exist
     */
    public JsonNode page(SecurityUser user, AlarmSelection selection, PageLink link) {
        return json.valueToTree(list(user, selection, link));
    }

    /**
     * A page of alarms.
     *
     * @throws ApiException as {@link #page}
     */
    PageData<AlarmData> list(SecurityUser user, AlarmSelection selection, PageLink link) {
        return alarms.list(filter(user, selection), link).map(AlarmData::of);
    }

    /**
     * The number of the alarms.
     *
     * @throws ApiException as {@link #page}
     */
    public long count(SecurityUser user, AlarmSelection selection) {
        return alarms.count(filter(user, selection));
    }

    private AlarmFilter filter(SecurityUser user, AlarmSelection selection) {
        if (user.authority() == Authority.SYS_ADMIN) {
            throw ApiException.forbidden("You don't have permission to perform this operation");
        }
        if (selection.entities() instanceof AlarmEntities.One(EntityId(EntityType type, UUID id))) {
            var _ = access.require(user, type, id);
        }
        return new AlarmFilter(
                user.tenantId(),
                AlarmFilter.customerOf(user),
                selection.entities(),
                selection.propagated(),
                StatusFilter.of(selection.statuses()),
                selection.severities(),
                selection.types(),
                selection.assignee(),
                selection.startTime(),
                selection.endTime());
    }
}
