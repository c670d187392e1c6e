// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import io.millrace.message.id.TenantId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The table behind a {@link TenantDictionary}. */
public interface DictionaryTable<E> {

    /** An entry of a tenant. */
    record Entry<E>(TenantId tenant, E entry) {}

    /** An entry of a tenant and its number. */
    record Numbered<E>(TenantId tenant, int id, E entry) {}

    /** The first key of this table's advisory locks, which separates them from those of other tables. */
    int lockClass();

    /**
     * Returns entries of tenants.
     *
     * @param after the tenants, each with the greatest number that is not wanted
     * @return the entries with greater numbers; those of a tenant in ascending order
     */
    List<Numbered<E>> load(Connection connection, Map<TenantId, Integer> after) throws SQLException;

    /** Inserts missing entries and returns them with their new numbers, those of a tenant in ascending order. */
    List<Numbered<E>> insert(Connection connection, List<Entry<E>> entries) throws SQLException;
}
