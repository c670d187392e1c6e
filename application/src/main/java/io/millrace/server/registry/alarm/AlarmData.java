// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.EntityId;
import java.util.Map;

/**
 * An alarm as queries return it.
 *
 * @param entityId the originator
 * @param latest values of the entity by type and key; always empty, because queries of values are not supported
 */
record AlarmData(
        @JsonUnwrapped AlarmInfo alarm,
        EntityId entityId,
        Map<String, Map<String, Object>> latest) {

    static AlarmData of(AlarmInfo alarm) {
        return new AlarmData(alarm, alarm.originator(), Map.of());
    }
}
