// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import io.millrace.message.id.TenantId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The table behind a {@link TenantDictionary}. */
public interface DictionaryTable<E> {

    /** An entry and its number. */
    record Numbered<E>(int id, E entry) {}

    /** The first key of this table's advisory locks, which separates them from those of other tables. */
    int lockClass();

    /** Returns a tenant's entries whose numbers are greater than the given one, in ascending order. */
    List<Numbered<E>> load(Connection connection, TenantId tenant, int after) throws SQLException;

    /** Inserts missing entries and returns them with their new numbers, in ascending order. */
    List<Numbered<E>> insert(Connection connection, TenantId tenant, List<E> entries)
            throws SQLException;
}
