// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TelemetryJson;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.store.timeseries.TimeseriesDeletion;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The REST endpoints that write and delete time series and attributes. Errors are plain text, as ThingsBoard's clients
 * expect.
 */
@RestController
@RequestMapping("/api/plugins/telemetry")
@Tag(name = "telemetry")
class TelemetryWriteController {

    private final EntityAccess access;
    private final TelemetryWrites writes;
    private final EntityActions actions;
    private final Clock clock;

    TelemetryWriteController(
            EntityAccess access, TelemetryWrites writes, EntityActions actions, Clock clock) {
        this.access = access;
        this.writes = writes;
        this.actions = actions;
        this.clock = clock;
    }

    @PostMapping("/{entityType}/{entityId}/timeseries/{scope}")
    @Operation(
            operationId = "saveEntityTelemetry",
            summary = "Write values of time series",
            description = "The scope may be any text; it has no effect.")
    @Roles.Everybody
    void saveTimeseries(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable String scope,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        save(entityType, entityId, 0, body, caller);
    }

    /** The time series of a view are those of its device or asset. */
    private static void requireOwnTimeseries(EntityType type) {
        if (type == EntityType.ENTITY_VIEW) {
            throw ApiException.badRequest(
                    "entityType: time series of entity views are read only; write those of the device or asset");
        }
    }

    private void save(
            EntityType entityType, UUID entityId, long ttl, byte[] body, SecurityUser caller) {
        requireOwnTimeseries(entityType);
        TenantEntity entity = access.requireChangeable(caller, entityType, entityId);
        List<TimeseriesPoint> points =
                parsed(() -> TelemetryJson.telemetry(Payload.of(body), clock.millis()));
        if (points.stream().allMatch(point -> point.values().isEmpty())) {
            throw ApiException.badRequest("body: must contain at least one value, but has none");
        }
        UUID message = TimeOrderedUuid.next();
        writes.saveTimeseries(entity, points, ttl, message);
        actions.timeseriesUpdated(caller, entity, points, message);
    }

    @PostMapping("/{entityType}/{entityId}/timeseries/{scope}/{ttl}")
    @Operation(
            operationId = "saveEntityTelemetryWithTTL",
            summary = "Write values of time series, with a time to live in seconds",
            description =
                    "The values are deleted when their timestamps are older than this time; latest values stay. A "
                            + "shorter time of the tenant's or the device's profile counts before it. 0 sets no "
                            + "time: only the profiles count.")
    @Roles.Everybody
    void saveTimeseriesWithTtl(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable String scope,
            @PathVariable String ttl,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        save(entityType, entityId, requireSeconds(ttl), body, caller);
    }

    private static long requireSeconds(String ttl) {
        try {
            long seconds = Long.parseLong(ttl);
            if (seconds >= 0) {
                return seconds;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw ApiException.badRequest(
                "ttl: expected a number of seconds, 0 or more, got '%s'".formatted(ttl));
    }

    @DeleteMapping("/{entityType}/{entityId}/timeseries/delete")
    @Operation(
            operationId = "deleteEntityTimeseries",
            summary = "Delete values of time series",
            description =
                    "Deletes the values of the keys from startTs (inclusive) to endTs (exclusive), or all values "
                            + "with deleteAllDataForKeys. A latest value in the span is deleted too, unless "
                            + "deleteLatest is false; with rewriteLatestIfDeleted it is replaced by the newest "
                            + "remaining value.")
    @Roles.Everybody
    void deleteTimeseries(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject RequestedKeys keys,
            @ParameterObject DeletionParameters parameters,
            @AuthenticationPrincipal SecurityUser caller) {
        requireOwnTimeseries(entityType);
        TenantEntity entity = access.requireChangeable(caller, entityType, entityId);
        TimeseriesDeletion deletion = parameters.of(entity, keys.names());
        writes.deleteTimeseries(deletion);
        actions.timeseriesDeleted(
                caller, entity, deletion.keys(), deletion.startTs(), deletion.endTs());
    }

    @PostMapping("/{entityType}/{entityId}/{scope}")
    @Operation(operationId = "saveEntityAttributesV1", summary = "Write attributes of an entity")
    @Roles.Everybody
    void saveAttributesWithoutWord(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable AttributeScope scope,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        saveAttributes(entityType, entityId, scope, body, caller);
    }

    @PostMapping("/{entityType}/{entityId}/attributes/{scope}")
    @Operation(operationId = "saveEntityAttributesV2", summary = "Write attributes of an entity")
    @Roles.Everybody
    void saveAttributes(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable AttributeScope scope,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.requireChangeable(caller, entityType, entityId);
        if (scope == AttributeScope.CLIENT_SCOPE) {
            throw ApiException.badRequest(
                    "scope: expected SERVER_SCOPE or SHARED_SCOPE, got CLIENT_SCOPE, which only the device "
                            + "may write");
        }
        List<KeyValue> attributes = parsed(() -> TelemetryJson.attributes(Payload.of(body)));
        if (attributes.isEmpty()) {
            throw ApiException.badRequest(
                    "body: must contain at least one attribute, but has none");
        }
        writes.saveAttributes(entity, scope, attributes, clock.millis());
        actions.attributesUpdated(caller, entity, scope, attributes);
    }

    @PostMapping("/{deviceId}/{scope}")
    @Operation(operationId = "saveDeviceAttributes", summary = "Write attributes of a device")
    @Roles.Everybody
    void saveAttributesOfDevice(
            @PathVariable UUID deviceId,
            @PathVariable AttributeScope scope,
            @RequestBody byte[] body,
            @AuthenticationPrincipal SecurityUser caller) {
        saveAttributes(EntityType.DEVICE, deviceId, scope, body, caller);
    }

    @DeleteMapping("/{entityType}/{entityId}/{scope}")
    @Operation(operationId = "deleteEntityAttributes", summary = "Delete attributes of an entity")
    @Roles.Everybody
    void deleteAttributes(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @PathVariable AttributeScope scope,
            @ParameterObject RequestedKeys keys,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantEntity entity = access.requireChangeable(caller, entityType, entityId);
        List<String> wanted = keys.names();
        if (wanted.isEmpty()) {
            throw ApiException.badRequest(
                    "keys: must name at least one key, but is missing or empty");
        }
        writes.deleteAttributes(entity, scope, wanted);
        actions.attributesDeleted(caller, entity, scope, wanted);
    }

    @DeleteMapping("/{deviceId}/{scope}")
    @Operation(operationId = "deleteDeviceAttributes", summary = "Delete attributes of a device")
    @Roles.Everybody
    void deleteAttributesOfDevice(
            @PathVariable UUID deviceId,
            @PathVariable AttributeScope scope,
            @ParameterObject RequestedKeys keys,
            @AuthenticationPrincipal SecurityUser caller) {
        deleteAttributes(EntityType.DEVICE, deviceId, scope, keys, caller);
    }

    private static <T> T parsed(Supplier<T> parser) {
        try {
            return parser.get();
        } catch (MalformedPayloadException malformed) {
            throw ApiException.badRequest("body: " + malformed.getMessage());
        }
    }
}
