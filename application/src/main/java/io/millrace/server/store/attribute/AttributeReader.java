// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.StoreException;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads attributes, including every acknowledged write. A tenant sees only the attributes of its own entities. Calls
 * block for up to ten seconds. They throw {@link DataAccessException} if the database does not answer, and {@link
 * StoreException} if the values are too large for one answer. Thread-safe.
 */
public final class AttributeReader {

    private static final Set<AttributeScope> ALL = EnumSet.allOf(AttributeScope.class);

    private final JdbcTemplate jdbc;
    private final KeyDictionary keys;
    private final AnswerLimit limit;

    public AttributeReader(DataSource dataSource, KeyDictionary keys, AnswerLimit limit) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.keys = keys;
        this.limit = limit;
    }

    /** Returns the entity's attributes of one scope, sorted by key. */
    public List<Attribute> attributes(TenantId tenant, EntityId entity, AttributeScope scope) {
        return attributes(tenant, entity, EnumSet.of(scope), Set.of())
                .getOrDefault(scope, List.of());
    }

    /** Returns the entity's attributes of all scopes, sorted by key; a scope without attributes is absent. */
    public Map<AttributeScope, List<Attribute>> attributes(TenantId tenant, EntityId entity) {
        return attributes(tenant, entity, ALL, Set.of());
    }

    /**
     * Returns the entity's attributes of some scopes, sorted by key; a scope without attributes is absent.
     *
     * @param wanted the keys; empty for all keys
     */
    public Map<AttributeScope, List<Attribute>> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Set<String> wanted) {
        return inConnection(connection ->
                wanted.isEmpty()
                        ? AttributeQueries.selectAll(
                                connection, keys, tenant, entity, scopes, limit)
                        : AttributeQueries.select(
                                connection, keys, tenant, entity, scopes, wanted, limit));
    }

    /** Returns the keys of the entity's attributes of some scopes, sorted; does not read their values. */
    public List<String> keys(TenantId tenant, EntityId entity, Set<AttributeScope> scopes) {
        return inConnection(
                connection -> AttributeQueries.keys(connection, tenant, entity, scopes));
    }

    private <R> R inConnection(ConnectionCallback<R> read) {
        @Nullable R result = jdbc.execute(read);
        if (result == null) {
            throw new IllegalStateException("the read returned null");
        }
        return result;
    }
}
