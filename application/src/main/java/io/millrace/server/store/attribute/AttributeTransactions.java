// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.attribute.AttributeTable.Content;
import io.millrace.server.store.attribute.AttributeTable.Place;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Writes single attributes in the transactions of their callers, so that they are stored together with other rows or not
 * at all. Everything else writes through {@link AttributeStorage}, which is faster. Calls block. Thread-safe.
 */
public final class AttributeTransactions {

    private final JdbcTemplate jdbc;
    private final Transactions transactions;
    private final KeyDictionary keys;
    private final AttributeStorage storage;

    /** @param storage is notified of committed writes, so that its reads see them */
    public AttributeTransactions(
            DataSource dataSource,
            Transactions transactions,
            KeyDictionary keys,
            AttributeStorage storage) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.transactions = transactions;
        this.keys = keys;
        this.storage = storage;
    }

    /** Makes a key known to the tenant, in a transaction of its own. Call it before the transaction of {@link #save}. */
    public void prepare(TenantId tenant, String key) {
        try {
            var _ = keys.intern(transactions, Map.of(tenant, List.of(key)));
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("Cannot add the key " + key, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException("Interrupted while adding a key", e);
        }
    }

    /**
     * Replaces the value of an attribute, in the transaction of the caller.
     *
     * @param updatedAt milliseconds since the epoch
     * @throws io.millrace.rule.store.StoreException if the tenant has too many keys, or the value cannot be stored
     */
    public void save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            KeyValue attribute,
            long updatedAt) {
        var _ =
                jdbc.execute((Connection connection) -> {
                    int key = keys.keys(connection, tenant).id(attribute.key());
                    if (key == 0) {
                        throw keys.refusal(attribute.key());
                    }
                    Place place = new Place(entity.id(), AttributeScopes.number(scope), key);
                    String value = JsonbValues.format(attribute.value());
                    AttributeTable.upsert(
                            connection, Map.of(place, new Content(value, updatedAt, false)));
                    return true;
                });
    }

    /** Notifies readers of this instance of a write. Call it after the commit of its transaction. */
    public void committed(EntityId entity, AttributeScope scope) {
        storage.writtenElsewhere(entity.id(), scope);
    }
}
