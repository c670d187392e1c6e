// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.relation;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.Template;
import io.millrace.rule.node.related.MissingEntities;
import io.millrace.rule.node.related.NamedEntities;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityWrites.NewEntity;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Finds the other entity of a relation. */
@FunctionalInterface
interface RelatedEntity {

    /** The types that the other entity may have. */
    Set<EntityType> TYPES =
            EnumSet.of(
                    EntityType.TENANT,
                    EntityType.DEVICE,
                    EntityType.ASSET,
                    EntityType.CUSTOMER,
                    EntityType.ENTITY_VIEW,
                    EntityType.DASHBOARD,
                    EntityType.EDGE,
                    EntityType.USER);

    /** The types of which a missing entity can be created. */
    Set<EntityType> CREATABLE =
            EnumSet.of(EntityType.DEVICE, EntityType.ASSET, EntityType.CUSTOMER);

    /** Returns the entity for a message; fails if there is none. */
    CompletionStage<EntityId> of(RuleMessage message, NodeCall call);

    /**
     * Finds the tenant, or an entity by its name.
     *
     * @param type null: the configuration names none
     * @param name template of the name; null: empty
     * @throws InvalidConfigurationException if the type cannot be that of the other entity, or its name is missing
     */
    static RelatedEntity existing(
            @Nullable EntityType type, @Nullable String name, EntityStore entities) {
        EntityType checked = checked(type);
        if (checked == EntityType.TENANT) {
            return (message, _) -> CompletableFuture.completedStage(message.tenant().entity());
        }
        Template pattern = named(name);
        NamedEntities named = new NamedEntities(entities);
        return (message, _) -> named.require(message, checked, pattern.resolve(message));
    }

    /**
     * Finds a device, an asset or a customer by its name, and creates it if it is missing.
     *
     * @param profile template of the profile's name; null or empty: the default profile
     * @throws InvalidConfigurationException as for {@link #existing}
     */
    static RelatedEntity created(
            EntityType type,
            @Nullable String name,
            @Nullable String profile,
            MissingEntities missing) {
        Template pattern = named(name);
        Template profilePattern = Template.of(profile == null ? "" : profile);
        return (message, call) -> {
            String profileName = profilePattern.resolve(message);
            NewEntity wanted =
                    new NewEntity(
                            type,
                            pattern.resolve(message),
                            profileName.isBlank() ? null : profileName);
            return missing.findOrCreate(message, wanted, call);
        };
    }

    private static EntityType checked(@Nullable EntityType type) {
        if (type == null) {
            throw new InvalidConfigurationException(
                    "entityType: must be one of %s, but is missing".formatted(choices()));
        }
        if (!TYPES.contains(type)) {
            throw new InvalidConfigurationException(
                    "entityType: \"%s\" is not one of %s".formatted(type, choices()));
        }
        return type;
    }

    private static String choices() {
        return String.join(", ", TYPES.stream().map(Enum::name).toList());
    }

    private static Template named(@Nullable String name) {
        if (name == null || name.isBlank()) {
            throw new InvalidConfigurationException("entityNamePattern: must not be blank");
        }
        return Template.of(name);
    }
}
