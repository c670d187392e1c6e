// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.web.api.IdJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The current row of a query on a table of entities. */
public record EntityRow(ResultSet columns, JsonColumn json) {

    public UUID id() throws SQLException {
        return uuid("id");
    }

    /** Milliseconds since the epoch. */
    public long createdTime() throws SQLException {
        return columns.getLong("created_time");
    }

    public TenantId tenant() throws SQLException {
        return new TenantId(uuid("tenant_id"));
    }

    public long version() throws SQLException {
        return columns.getLong("version");
    }

    /** The customer in {@code customer_id}; {@link IdJson#NO_CUSTOMER} if the column is null. */
    public CustomerId customer() throws SQLException {
        UUID customer = columns.getObject("customer_id", UUID.class);
        return customer == null ? IdJson.NO_CUSTOMER : new CustomerId(customer);
    }

    /** A rule chain, or null. */
    public @Nullable RuleChainId ruleChain(String column) throws SQLException {
        UUID chain = columns.getObject(column, UUID.class);
        return chain == null ? null : new RuleChainId(chain);
    }

    /** A column that is never null. */
    public UUID uuid(String column) throws SQLException {
        return Objects.requireNonNull(columns.getObject(column, UUID.class), column);
    }

    /** A column that is never null. */
    public String text(String column) throws SQLException {
        return Objects.requireNonNull(columns.getString(column), column);
    }

    public @Nullable String optionalText(String column) throws SQLException {
        return columns.getString(column);
    }

    public boolean flag(String column) throws SQLException {
        return columns.getBoolean(column);
    }

    public @Nullable JsonNode json(String column) throws SQLException {
        return json.read(columns, column);
    }
}
