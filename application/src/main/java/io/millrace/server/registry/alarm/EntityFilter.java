// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects entities, in ThingsBoard's form. The type says which of the other properties count; filters by name match names
 * that begin with it in any case, and {@code %} at its ends stands for any text.
 *
 * @param type {@code singleEntity}, {@code entityList}, {@code entityType}, {@code entityName}, {@code deviceType} or
 *     {@code assetType}
 * @param deviceType a profile, in the form before {@code deviceTypes}
 * @param deviceTypes names of device profiles
 * @param assetType a profile, in the form before {@code assetTypes}
 * @param assetTypes names of asset profiles
 */
record EntityFilter(
        @Required @Nullable String type,
        @Nullable EntityId singleEntity,
        @Nullable EntityType entityType,
        @Nullable List<UUID> entityList,
        @Nullable String entityNameFilter,
        @Nullable String deviceType,
        @Nullable List<String> deviceTypes,
        @Nullable String deviceNameFilter,
        @Nullable String assetType,
        @Nullable List<String> assetTypes,
        @Nullable String assetNameFilter) {

    private static final int MAX_ENTITIES = 1_000;
    private static final int MAX_PROFILES = 100;

    /**
     * Returns the selected entities.
     *
     * @throws ApiException (400) if a property is missing, too long or not supported
     */
    AlarmEntities entities() {
        return switch (type) {
            case "singleEntity" ->
                    new AlarmEntities.One(required("entityFilter.singleEntity", singleEntity));
            case "entityList" ->
                    new AlarmEntities.Listed(
                            requiredType(),
                            filled("entityFilter.entityList", entityList, MAX_ENTITIES));
            case "entityType" -> new AlarmEntities.OfType(requiredType());
            case "entityName" -> named();
            case "deviceType" ->
                    new AlarmEntities.Named(
                            EntityType.DEVICE,
                            profiles("deviceTypes", deviceTypes, deviceType),
                            pattern(deviceNameFilter));
            case "assetType" ->
                    new AlarmEntities.Named(
                            EntityType.ASSET,
                            profiles("assetTypes", assetTypes, assetType),
                            pattern(assetNameFilter));
            case null, default ->
                    throw ApiException.badRequest(
                            "entityFilter.type: expected singleEntity, entityList, entityType, entityName, deviceType "
                                    + "or assetType, or no entityFilter for all alarms, got '%s'"
                                            .formatted(type));
        };
    }

    private EntityType requiredType() {
        return required("entityFilter.entityType", entityType);
    }

    private AlarmEntities named() {
        EntityType wanted = requiredType();
        if (wanted != EntityType.DEVICE && wanted != EntityType.ASSET) {
            throw ApiException.badRequest(
                    "entityFilter.entityType: expected DEVICE or ASSET for a filter by name, got "
                            + wanted);
        }
        return new AlarmEntities.Named(wanted, List.of(), pattern(entityNameFilter));
    }

    private static List<String> profiles(
            String name, @Nullable List<String> several, @Nullable String one) {
        List<String> wanted = several == null && one != null ? List.of(one) : several;
        return filled("entityFilter." + name, wanted, MAX_PROFILES);
    }

    private static <T> List<T> filled(String name, @Nullable List<T> values, int most) {
        if (values == null || values.isEmpty() || values.size() > most) {
            throw ApiException.badRequest(
                    "%s: expected 1 to %d values, got %d"
                            .formatted(name, most, values == null ? 0 : values.size()));
        }
        return values;
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw ApiException.badRequest(name + ": is required");
        }
        return value;
    }

    private static String pattern(@Nullable String filter) {
        String name = Objects.requireNonNullElse(filter, "");
        boolean anyStart = name.startsWith("%");
        boolean anyEnd = name.endsWith("%") || !anyStart;
        String fixed = name.replaceFirst("^%+", "").replaceFirst("%+$", "");
        return (anyStart ? "%" : "") + PageLink.literal(fixed) + (anyEnd ? "%" : "");
    }
}
