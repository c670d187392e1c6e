// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.profile.ProfileService;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns the chosen type of an entity into the value that its row stores. */
final class StoredTypes {

    private final Map<EntityType, ProfileService<?>> profiles;

    StoredTypes(List<ProfileService<?>> profiles) {
        this.profiles =
                profiles.stream()
                        .collect(Collectors.toMap(ProfileService::type, Function.identity()));
    }

    /**
     * The value of the column with the type: the id of a profile, or a text. A missing profile is added in the
     * transaction of the caller.
     *
     * @return null: the entity has no type
     */
    @Nullable Object valueOf(Typing typing, TenantId tenant, TypeChoice choice) {
        return switch (typing) {
            case Typing.ByProfile(EntityType type) ->
                    profileOf(Objects.requireNonNull(profiles.get(type)), tenant, choice);
            case Typing.OwnColumn _ -> textOf(choice);
            case Typing.Untyped _ -> null;
        };
    }

    private static UUID profileOf(ProfileService<?> profiles, TenantId tenant, TypeChoice choice) {
        return switch (choice) {
            case TypeChoice.Default _ -> profiles.defaultOf(tenant).entityId().id();
            case TypeChoice.Named(String name) -> profiles.findOrAdd(tenant, name);
            case TypeChoice.OfProfile(UUID id) -> id;
        };
    }

    private static @Nullable String textOf(TypeChoice choice) {
        return switch (choice) {
            case TypeChoice.Default _ -> null;
            case TypeChoice.Named(String name) -> name;
            case TypeChoice.OfProfile(UUID id) ->
                    throw new IllegalArgumentException(
                            "Entities without profiles cannot have profile " + id);
        };
    }
}
