// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import java.sql.SQLException;

/** Reads an entry of a table out of a row. */
@FunctionalInterface
public interface RowReader<T> {

    T read(EntityRow row) throws SQLException;
}
