// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Attribute;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.sql.Connection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads attributes, including every acknowledged write. A tenant sees only the attributes of its own entities. Calls
 * block for up to ten seconds and throw {@link DataAccessException} if the database does not answer. Thread-safe.
 */
public final class AttributeReader {

    private final JdbcTemplate jdbc;
    private final KeyDictionary keys;

    public AttributeReader(DataSource dataSource, KeyDictionary keys) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.keys = keys;
    }

    /** Returns the entity's attributes of one scope, sorted by key. */
    public List<Attribute> attributes(TenantId tenant, EntityId entity, AttributeScope scope) {
        return select(tenant, entity, List.of(scope)).getOrDefault(scope, List.of());
    }

    /** Returns the entity's attributes of all scopes, sorted by key; a scope without attributes is absent. */
    public Map<AttributeScope, List<Attribute>> attributes(TenantId tenant, EntityId entity) {
        return select(tenant, entity, List.of(AttributeScope.values()));
    }

    private Map<AttributeScope, List<Attribute>> select(
            TenantId tenant, EntityId entity, List<AttributeScope> scopes) {
        List<AttributesOf> wanted =
                scopes.stream().map(scope -> new AttributesOf(tenant, entity.id(), scope)).toList();
        @Nullable Map<AttributesOf, List<Attribute>> found =
                jdbc.execute(
                        (Connection connection) -> AttributeTable.select(connection, keys, wanted));
        Map<AttributeScope, List<Attribute>> attributes = new EnumMap<>(AttributeScope.class);
        if (found != null) {
            found.forEach((of, list) -> {
                if (!list.isEmpty()) {
                    attributes.put(of.scope(), list);
                }
            });
        }
        return attributes;
    }
}
