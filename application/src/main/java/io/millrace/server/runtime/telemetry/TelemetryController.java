// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.runtime.telemetry.TelemetryResponses.AttributeValue;
import io.millrace.server.runtime.telemetry.TelemetryResponses.TsMessage;
import io.millrace.server.runtime.telemetry.TelemetryResponses.TsValue;
import io.millrace.server.store.timeseries.ValueOrigin;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints that read time series and attributes. Errors are plain text, as ThingsBoard's clients expect. */
@RestController
@RequestMapping("/api/plugins/telemetry/{entityType}/{entityId}")
@Tag(name = "telemetry")
class TelemetryController {

    private final EntityAccess access;
    private final TelemetryReads reads;
    private final TelemetryResponses json;
    private final Clock clock;

    TelemetryController(
            EntityAccess access, TelemetryReads reads, TelemetryResponses json, Clock clock) {
        this.access = access;
        this.reads = reads;
        this.json = json;
        this.clock = clock;
    }

    @GetMapping("/keys/timeseries")
    @Operation(
            operationId = "getTimeseriesKeys",
            summary = "List the keys of an entity's time series")
    @Roles.Everybody
    List<String> timeseriesKeys(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.require(caller, entityType, entityId);
        return reads.timeseriesKeys(entity.tenantId(), entity.entityId()).stream()
                .sorted()
                .toList();
    }

    @GetMapping("/values/timeseries")
    @Operation(
            operationId = "getLatestTimeseries",
            summary = "Read the latest values of time series",
            description = "A requested key without a value is null, with the current time.")
    @Roles.Everybody
    Map<String, List<TsValue>> latestOrHistory(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject RequestedKeys keys,
            @Parameter(hidden = true) RangeParameters range,
            @RequestParam(defaultValue = "false") boolean useStrictDataTypes,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.require(caller, entityType, entityId);
        List<String> wanted = keys.names();
        // The older form of the history, which shares the path of the latest values.
        return range.isGiven()
                ? range(entity, range, wanted, useStrictDataTypes)
                : latest(entity, wanted, useStrictDataTypes);
    }

    @GetMapping("/values/timeseries/history")
    @Operation(
            operationId = "getTimeseriesHistory",
            summary = "Read values or aggregates of time series in a range",
            description =
                    "The values from startTs (inclusive) to endTs (exclusive); at most limit values of each key. With "
                            + "agg and interval, or intervalType: the aggregate of each interval that has values, "
                            + "at its middle; at most 700 intervals.")
    @Roles.Everybody
    Map<String, List<TsValue>> history(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject RequestedKeys keys,
            @ParameterObject RangeParameters range,
            @RequestParam(defaultValue = "false") boolean useStrictDataTypes,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.require(caller, entityType, entityId);
        return range(entity, range, keys.names(), useStrictDataTypes);
    }

    @GetMapping("/values/timeseries/message")
    @Operation(
            operationId = "getTimeseriesMessage",
            summary = "Find the message that brought a value of a time series",
            description =
                    "For a value that was written over REST, the message that told the rule chains of it. 404 if no "
                            + "value of the key has exactly this timestamp, or if the id of its message is not stored. "
                            + "The path of the message may be known no longer.")
    @Roles.Everybody
    TsMessage message(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @RequestParam String key,
            @RequestParam long ts,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.require(caller, entityType, entityId);
        return switch (reads.origin(entity.tenantId(), entity.entityId(), key, ts)) {
            case ValueOrigin.Message(UUID id) -> new TsMessage(id);
            case ValueOrigin.Unknown _ ->
                    throw ApiException.notFound(
                            "The message of the value of '%s' at %d is not known: a version without ids of messages stored it, or a later message added values to the same row"
                                    .formatted(key, ts));
            case ValueOrigin.NoValue _ ->
                    throw ApiException.notFound(
                            "No value of '%s' is stored at %d".formatted(key, ts));
        };
    }

    private Map<String, List<TsValue>> range(
            TenantEntity entity, RangeParameters range, List<String> keys, boolean strict) {
        Map<String, List<TimedValue>> found =
                range.read(reads, entity.tenantId(), entity.entityId(), keys);
        Map<String, List<TsValue>> answer = new LinkedHashMap<>();
        for (String key : keys) {
            List<TimedValue> values = found.getOrDefault(key, List.of());
            if (!values.isEmpty()) {
                answer.put(key, json.values(values, strict));
            }
        }
        return answer;
    }

    /** Returns the latest values; a requested key without a value gets null with the current time. */
    private Map<String, List<TsValue>> latest(
            TenantEntity entity, List<String> keys, boolean strict) {
        Map<String, TimedValue> found = reads.latest(entity.tenantId(), entity.entityId(), keys);
        Map<String, List<TsValue>> answer = new TreeMap<>();
        long now = clock.millis();
        keys.forEach(key -> answer.put(key, List.of(new TsValue(now, null))));
        found.forEach((key, value) -> answer.put(key, List.of(json.value(value, strict))));
        return answer;
    }

    @GetMapping("/keys/attributes")
    @Operation(
            operationId = "getAttributeKeys",
            summary = "List the keys of an entity's attributes in all scopes")
    @Roles.Everybody
    List<String> attributeKeys(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @AuthenticationPrincipal SecurityUser caller) {
        return attributeKeys(caller, entityType, entityId, EnumSet.allOf(AttributeScope.class));
    }

    @GetMapping("/keys/attributes/{scope}")
    @Operation(
            operationId = "getAttributeKeysByScope",
            summary = "List the keys of an entity's attributes in one scope")
    @Roles.Everybody
    List<String> attributeKeysOfScope(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable AttributeScope scope,
            @AuthenticationPrincipal SecurityUser caller) {
        return attributeKeys(caller, entityType, entityId, EnumSet.of(scope));
    }

    private List<String> attributeKeys(
            SecurityUser caller, EntityType type, UUID id, Set<AttributeScope> scopes) {
        TenantEntity entity = access.require(caller, type, id);
        return reads.attributeKeys(entity.tenantId(), entity.entityId(), scopes).stream()
                .sorted()
                .toList();
    }

    @GetMapping("/values/attributes")
    @Operation(operationId = "getAttributes", summary = "Read an entity's attributes in all scopes")
    @Roles.Everybody
    List<AttributeValue> attributes(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject RequestedKeys keys,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.require(caller, entityType, entityId);
        return values(entity, EnumSet.allOf(AttributeScope.class), keys.names());
    }

    @GetMapping("/values/attributes/{scope}")
    @Operation(
            operationId = "getAttributesByScope",
            summary = "Read an entity's attributes in one scope")
    @Roles.Everybody
    List<AttributeValue> attributesOfScope(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable AttributeScope scope,
            @ParameterObject RequestedKeys keys,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.require(caller, entityType, entityId);
        return values(entity, EnumSet.of(scope), keys.names());
    }

    private List<AttributeValue> values(
            TenantEntity entity, Set<AttributeScope> scopes, List<String> keys) {
        List<Attribute> found =
                reads.attributes(entity.tenantId(), entity.entityId(), scopes, keys);
        return found.stream().map(json::attribute).toList();
    }
}
