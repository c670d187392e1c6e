// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.web.api.ApiException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * The errors that callers get when a change of an entity is refused.
 *
 * @param noun what the entities are called
 * @param nameField property that must be unique in a tenant
 * @param nameConstraint constraint of the schema that keeps it unique
 * @param byConstraint messages for the other constraints that a caller can violate
 */
public record Refusals(
        EntityNoun noun,
        String nameField,
        String nameConstraint,
        Map<String, String> byConstraint) {

    public Refusals {
        byConstraint = Map.copyOf(byConstraint);
    }

    /** The same with the message for one more constraint. */
    public Refusals with(String constraint, String message) {
        Map<String, String> more = new HashMap<>(byConstraint);
        more.put(constraint, message);
        return new Refusals(noun, nameField, nameConstraint, more);
    }

    public static Refusals of(TableShape shape, Map<String, String> byConstraint) {
        return new Refusals(
                EntityNoun.of(shape.type()),
                shape.nameColumn(),
                shape.nameConstraint(),
                byConstraint);
    }

    /**
     * Runs a change and names the field if a constraint of the schema refuses it.
     *
     * @param name the name that the entity is to have
     * @throws ApiException (400) if a known constraint is violated
     */
    public <T> T explain(String name, Supplier<T> change) {
        try {
            return change.get();
        } catch (DataIntegrityViolationException violation) {
            String constraint = Constraints.violatedBy(violation);
            if (constraint.equals(nameConstraint)) {
                throw nameTaken(name);
            }
            String message = byConstraint.get(constraint);
            throw message == null ? violation : ApiException.badRequest(message);
        }
    }

    public ApiException nameTaken(String name) {
        return ApiException.badRequest(
                "%s: %s '%s' exists already".formatted(nameField, noun.withArticle(), name));
    }

    /**
     * Refuses a change of a state that the caller has not seen.
     *
     * @param seen version that the caller has seen; null: any
     * @param stored version that the entity has
     * @throws ApiException (409) if the versions differ
     */
    public void requireVersion(@Nullable Long seen, long stored, UUID id) {
        if (seen != null && seen != stored) {
            throw conflict(id);
        }
    }

    public ApiException conflict(UUID id) {
        return ApiException.versionConflict(
                "%s %s was changed by another request; load it again"
                        .formatted(noun.capitalized(), id));
    }
}
