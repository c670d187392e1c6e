// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.alarm.AlarmReads;
import io.millrace.server.registry.alarm.AlarmSelection;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page of alarms or their number, read every two seconds, of all instances because it is read from the database.
 *
 * @param customer the customer of the subscribers; that of none for administrators, who see more
 * @param page null: only their number
 */
record AlarmSource(
        AlarmReads alarms,
        TenantId tenant,
        Authority authority,
        CustomerId customer,
        AlarmSelection selection,
        @Nullable PageLink page)
        implements FeedSource {

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    static AlarmSource of(
            AlarmReads alarms,
            SecurityUser user,
            AlarmSelection selection,
            @Nullable PageLink page) {
        return new AlarmSource(
                alarms, user.tenantId(), user.authority(), user.customerId(), selection, page);
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public boolean sendsChangesOnly() {
        return true;
    }

    @Override
    public JsonNode read(Subscriber subscriber) {
        return page == null
                ? JsonMapper.shared()
                        .getNodeFactory()
                        .numberNode(alarms.count(subscriber.user(), selection))
                : alarms.page(subscriber.user(), selection, page);
    }

    @Override
    public String frame(int cmdId, JsonNode contents) {
        return page == null ? Frames.alarmCount(cmdId, contents) : Frames.alarms(cmdId, contents);
    }

    @Override
    public String error(int cmdId, int code, String message) {
        return Frames.error(
                cmdId,
                page == null ? CommandType.ALARM_COUNT : CommandType.ALARM_DATA,
                code,
                message);
    }

    @Override
    public String toString() {
        return "alarms of tenant " + tenant;
    }
}
