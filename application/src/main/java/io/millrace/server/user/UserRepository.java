// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.user;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.api.IdJson;
import io.millrace.server.api.JsonColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The tables {@code user_account} and {@code user_credentials}. */
@Component
public final class UserRepository {

    private static final String SELECT =
            """
            select u.id, u.created_time, u.tenant_id, u.customer_id, u.email, u.authority,
                   u.first_name, u.last_name, u.phone, u.version, u.additional_info,
                   c.password_hash, c.enabled
              from user_account u join user_credentials c on c.user_id = u.id
            """;

    private final JdbcClient jdbc;
    private final JsonColumn json;

    UserRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Adds an account that may sign in at once. */
    public void add(User user, String passwordHash) {
        jdbc.sql(
                        """
                        insert into user_account (id, created_time, tenant_id, customer_id, email, authority,
                                                  first_name, last_name, phone, version)
                        values (:id, :createdTime, :tenantId, :customerId, :email, :authority,
                                :firstName, :lastName, :phone, :version)
                        """)
                .param("id", user.id().id())
                .param("createdTime", user.createdTime())
                .param(
                        "tenantId",
                        user.tenantId().equals(TenantId.SYSTEM) ? null : user.tenantId().id())
                .param(
                        "customerId",
                        user.customerId().equals(IdJson.NO_CUSTOMER)
                                ? null
                                : user.customerId().id())
                .param("email", user.email())
                .param("authority", user.authority().name())
                .param("firstName", user.firstName())
                .param("lastName", user.lastName())
                .param("phone", user.phone())
                .param("version", user.version())
                .update();
        jdbc.sql("insert into user_credentials (user_id, password_hash) values (:id, :hash)")
                .param("id", user.id().id())
                .param("hash", passwordHash)
                .update();
    }

    /** The account with an e-mail, in its exact case. */
    public Optional<Login> findByEmail(String email) {
        return jdbc.sql(SELECT + " where u.email = :email")
                .param("email", email)
                .query((row, _) -> login(row))
                .optional();
    }

    /** The account with an id. Callers pass the id out of a token that we signed, never one from outside. */
    public Optional<Login> find(UserId id) {
        return jdbc.sql(SELECT + " where u.id = :id")
                .param("id", id.id())
                .query((row, _) -> login(row))
                .optional();
    }

    private Login login(ResultSet row) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        UUID customer = row.getObject("customer_id", UUID.class);
        User user =
                new User(
                        new UserId(row.getObject("id", UUID.class)),
                        row.getLong("created_time"),
                        tenant == null ? TenantId.SYSTEM : new TenantId(tenant),
                        customerId(customer),
                        row.getString("email"),
                        Authority.valueOf(row.getString("authority")),
                        row.getString("first_name"),
                        row.getString("last_name"),
                        row.getString("phone"),
                        row.getLong("version"),
                        json.read(row, "additional_info"));
        return new Login(user, row.getString("password_hash"), row.getBoolean("enabled"));
    }

    private static CustomerId customerId(@Nullable UUID id) {
        return id == null ? IdJson.NO_CUSTOMER : new CustomerId(id);
    }
}
