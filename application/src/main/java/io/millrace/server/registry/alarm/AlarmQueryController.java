// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Queries of alarms by the entities that they belong to. */
@RestController
@Tag(name = "entity-query")
class AlarmQueryController {

    private final AlarmReads alarms;
    private final Clock clock;

    AlarmQueryController(AlarmReads alarms, Clock clock) {
        this.alarms = alarms;
        this.clock = clock;
    }

    @PostMapping("/api/alarmsQuery/find")
    @Operation(
            operationId = "findAlarmDataByQuery",
            summary = "List the alarms of entities",
            description =
                    "The latest come first unless the query gives an order. Filters by values of entities are refused.")
    @Roles.TenantOrCustomer
    PageData<AlarmData> find(
            @RequestBody AlarmDataQuery query, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.list(caller, query.selection(clock.millis()), query.page());
    }

    @PostMapping("/api/alarmsQuery/count")
    @Operation(operationId = "countAlarmsByQuery", summary = "Count the alarms of entities")
    @Roles.TenantOrCustomer
    long count(@RequestBody AlarmCountQuery query, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.count(caller, query.selection(clock.millis()));
    }
}
