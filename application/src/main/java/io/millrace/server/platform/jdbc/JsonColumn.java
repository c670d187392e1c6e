// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON in a column of type {@code jsonb}. Statements write it as {@code cast(:name as jsonb)}. */
@Component
public final class JsonColumn {

    private final JsonMapper json;

    public JsonColumn(JsonMapper json) {
        this.json = json;
    }

    /** The column's JSON, or null if the column is null. */
    public @Nullable JsonNode read(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : json.readTree(text);
    }

    /** Returns the parameter for a column; null for null and for the JSON {@code null}. */
    public @Nullable String write(@Nullable JsonNode value) {
        return value == null || value.isNull() ? null : json.writeValueAsString(value);
    }
}
