// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.store.attribute.AttributeStorage;
import io.millrace.server.store.timeseries.TimeseriesDeletion;
import io.millrace.server.store.timeseries.TimeseriesStorage;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.AwaitedWrite;
import io.millrace.server.web.entity.TenantEntity;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/**
 * Writes telemetry for REST. Each call returns when its data are on disk. It throws {@link ApiException} if the data
 * can never be stored (400), are not stored yet because the database is unavailable (503), or are not accepted because
 * its disk is full (503).
 */
@Component
final class TelemetryWrites {

    private final TimeseriesStorage series;
    private final AttributeStorage attributes;
    private final DeviceNotifications devices;
    private final StorageHealth health;

    TelemetryWrites(
            TimeseriesStorage series,
            AttributeStorage attributes,
            DeviceNotifications devices,
            StorageHealth health) {
        this.series = series;
        this.attributes = attributes;
        this.devices = devices;
        this.health = health;
    }

    /** Refuses at once what could only wait. */
    private void requireRoom() {
        health.full()
                .ifPresent(words -> {
                    throw ApiException.unavailable(
                            "storage: %s; the values were not stored, send them again when there is room"
                                    .formatted(words));
                });
    }

    /**
     * @param ttl how long the values are kept, in seconds; 0 sets no time
     * @param message id of the message that will tell the rule chains of the values
     */
    void saveTimeseries(TenantEntity entity, List<TimeseriesPoint> points, long ttl, UUID message) {
        requireRoom();
        AwaitedWrite.await(
                series.save(
                        new TimeseriesWrite(
                                entity.tenantId(),
                                entity.entityId(),
                                points,
                                true,
                                true,
                                ttl,
                                null,
                                message)));
    }

    /**
     * Writes attributes, and notifies a device of those that it shares.
     *
     * @param updatedAt milliseconds since the epoch
     */
    void saveAttributes(
            TenantEntity entity, AttributeScope scope, List<KeyValue> values, long updatedAt) {
        requireRoom();
        CompletionStage<Void> saved =
                attributes.save(entity.tenantId(), entity.entityId(), scope, values, updatedAt);
        AwaitedWrite.await(
                isShared(entity, scope)
                        ? saved.thenAccept(_ ->
                                devices.attributesSaved(
                                        entity.tenantId(), deviceOf(entity), values))
                        : saved);
    }

    void deleteAttributes(TenantEntity entity, AttributeScope scope, List<String> keys) {
        CompletionStage<Void> deleted =
                attributes.delete(entity.tenantId(), entity.entityId(), scope, keys, null);
        AwaitedWrite.await(
                isShared(entity, scope)
                        ? deleted.thenAccept(_ ->
                                devices.attributesDeleted(
                                        entity.tenantId(), deviceOf(entity), keys))
                        : deleted);
    }

    private static boolean isShared(TenantEntity entity, AttributeScope scope) {
        return scope == AttributeScope.SHARED_SCOPE
                && entity.entityId().type() == EntityType.DEVICE;
    }

    private static DeviceId deviceOf(TenantEntity entity) {
        return new DeviceId(entity.entityId().id());
    }

    void deleteTimeseries(TimeseriesDeletion deletion) {
        series.delete(deletion);
    }
}
