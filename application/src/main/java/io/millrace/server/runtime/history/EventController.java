// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.version.RuleNodes;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.store.history.DebugEventFilter;
import io.millrace.server.store.history.DebugEventRepository;
import io.millrace.server.store.history.DebugEventRepository.Period;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** ThingsBoard's REST endpoints for events. */
@RestController
@Tag(name = "event")
class EventController {

    private static final String MEANT =
            "DEBUG_RULE_NODE of a RULE_NODE: what came to the node and what left it, of failed, slow and watched messages. "
                    + "DEBUG_RULE_CHAIN of a RULE_CHAIN: when the limit of kept messages was reached. Events of other "
                    + "types do not exist; their list is empty. Newest first by default; sortProperty: createdTime. "
                    + "totalElements is counted up to 100,000.";

    private final EntityAccess access;
    private final RuleNodes nodes;
    private final DebugEventRepository events;

    EventController(EntityAccess access, RuleNodes nodes, DebugEventRepository events) {
        this.access = access;
        this.nodes = nodes;
        this.events = events;
    }

    @GetMapping("/api/events/{entityType}/{entityId}/{eventType}")
    @Operation(
            operationId = "getEventsByType",
            summary = "List events of an entity",
            description = MEANT)
    @Roles.TenantAdmin
    PageData<EventView> list(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable String eventType,
            @RequestParam(required = false) @Nullable UUID tenantId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable Long startTime,
            @RequestParam(required = false) @Nullable Long endTime,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId entity = require(caller, tenantId, entityType, entityId);
        return page(
                caller.tenantId(),
                entity,
                EventType.of(eventType),
                DebugEventFilter.NONE,
                period(startTime, endTime),
                link);
    }

    @GetMapping("/api/events/{entityType}/{entityId}")
    @Operation(
            operationId = "getEvents",
            summary = "List life-cycle events of an entity: an empty list",
            description = "Deprecated in ThingsBoard.")
    @Roles.TenantAdmin
    PageData<EventView> lifeCycle(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestParam(required = false) @Nullable UUID tenantId,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        require(caller, tenantId, entityType, entityId);
        return PageData.of(link, List.of(), 0);
    }

    @PostMapping("/api/events/{entityType}/{entityId}")
    @Operation(
            operationId = "getEventsByFilter",
            summary = "List events of an entity that match a filter",
            description = MEANT)
    @Roles.TenantAdmin
    PageData<EventView> filtered(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestParam(required = false) @Nullable UUID tenantId,
            @ParameterObject PageLink link,
            @RequestParam(required = false) @Nullable Long startTime,
            @RequestParam(required = false) @Nullable Long endTime,
            @RequestBody EventFilter filter,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId entity = require(caller, tenantId, entityType, entityId);
        return page(
                caller.tenantId(),
                entity,
                EventType.of(filter.eventType()),
                filter.conditions(),
                period(startTime, endTime),
                link);
    }

    @PostMapping("/api/events/{entityType}/{entityId}/clear")
    @Operation(
            operationId = "clearEvents",
            summary = "Clear events of an entity that match a filter",
            description =
                    "If one of the two events of a message's visit to a node matches, both are cleared. The kept messages "
                            + "and their paths stay.")
    @Roles.TenantAdmin
    void clear(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestParam(required = false) @Nullable Long startTime,
            @RequestParam(required = false) @Nullable Long endTime,
            @RequestBody EventFilter filter,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId entity = require(caller, null, entityType, entityId);
        EventType type = EventType.of(filter.eventType());
        Period period = period(startTime, endTime);
        if (isOfNode(entity, type)) {
            events.clear(
                    caller.tenantId(), new RuleNodeId(entity.id()), filter.conditions(), period);
        } else if (isOfChain(entity, type)) {
            events.clearLimits(caller.tenantId(), new RuleChainId(entity.id()), period);
        }
    }

    @GetMapping("/api/ruleNode/{ruleNodeId}/debugIn")
    @Operation(
            operationId = "getLatestRuleNodeDebugInput",
            summary = "Get the latest debug event of a message that came to a rule node",
            description = "The body of the response is empty if there is none.")
    @Roles.TenantAdmin
    EventView.@Nullable Body latestInput(
            @PathVariable UUID ruleNodeId, @AuthenticationPrincipal SecurityUser caller) {
        RuleNodeId node = access.require(caller, nodes.lookup(), ruleNodeId).id();
        return events.latestIn(caller.tenantId(), node).map(EventView.Body::of).orElse(null);
    }

    private PageData<EventView> page(
            TenantId tenant,
            EntityId entity,
            EventType type,
            DebugEventFilter filter,
            Period period,
            PageLink link) {
        if (isOfNode(entity, type)) {
            return events.list(tenant, new RuleNodeId(entity.id()), filter, period, link)
                    .map(event -> EventView.of(tenant, entity, event));
        }
        if (isOfChain(entity, type)) {
            RuleChainId chain = new RuleChainId(entity.id());
            return events.limits(tenant, chain, period, link)
                    .map(event -> EventView.of(tenant, chain, event));
        }
        return PageData.of(link, List.of(), 0);
    }

    private static boolean isOfNode(EntityId entity, EventType type) {
        return type == EventType.DEBUG_RULE_NODE && entity.type() == EntityType.RULE_NODE;
    }

    private static boolean isOfChain(EntityId entity, EventType type) {
        return type == EventType.DEBUG_RULE_CHAIN && entity.type() == EntityType.RULE_CHAIN;
    }

    private static Period period(@Nullable Long startTime, @Nullable Long endTime) {
        return new Period(
                startTime == null ? 0 : startTime,
                endTime == null || endTime == Long.MAX_VALUE ? Long.MAX_VALUE : endTime + 1);
    }

    private EntityId require(SecurityUser caller, @Nullable UUID tenant, EntityType type, UUID id) {
        if (tenant != null && !tenant.equals(caller.tenantId().id())) {
            throw ApiException.notFound("Tenant with id [%s] is not found".formatted(tenant));
        }
        return (type == EntityType.RULE_NODE
                        ? access.require(caller, nodes.lookup(), id)
                        : access.require(caller, type, id))
                .entityId();
    }
}
