// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntitySource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes the tables {@code user_account} and {@code user_credentials}. */
@Component
public final class UserRepository implements EntitySource {

    private static final String SELECT =
            """
            select u.id, u.created_time, u.tenant_id, u.customer_id, u.email, u.authority,
                   u.first_name, u.last_name, u.phone, u.version, u.additional_info,
                   c.password_hash, c.enabled, c.password_version
            """;

    private static final String FROM =
            " from user_account u join user_credentials c on c.user_id = u.id";

    private static final String FILTERED =
            FROM
                    + """
                     where u.tenant_id = :tenant
                       and (cast(:authority as text) is null or u.authority = :authority)
                       and (cast(:customer as uuid) is null or u.customer_id = :customer)
                       and (u.email ilike :search or u.first_name ilike :search or u.last_name ilike :search)
                    """;

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "u.created_time",
                    "email", "u.email",
                    "name", "u.email",
                    "authority", "u.authority",
                    "firstName", "u.first_name",
                    "lastName", "u.last_name");

    private static final PageQuery LIST = new PageQuery(SELECT, FILTERED, SORT_COLUMNS, "u.id");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    UserRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Adds an account that can sign in immediately. */
    public void add(User user, String passwordHash) {
        addAccount(user);
        jdbc.sql("insert into user_credentials (user_id, password_hash) values (:id, :hash)")
                .param("id", user.id().id())
                .param("hash", passwordHash)
                .update();
    }

    /** Adds an account whose user must first set a password, with a token of {@link Activations}. */
    public void addWithoutPassword(User user) {
        addAccount(user);
        jdbc.sql("insert into user_credentials (user_id, enabled) values (:id, false)")
                .param("id", user.id().id())
                .update();
    }

    private void addAccount(User user) {
        jdbc.sql(
                        """
                        insert into user_account (id, created_time, tenant_id, customer_id, email, authority,
                                                  first_name, last_name, phone, version, additional_info)
                        values (:id, :createdTime, :tenantId, :customerId, :email, :authority,
                                :firstName, :lastName, :phone, :version, cast(:info as jsonb))
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
                .param("info", json.write(user.additionalInfo()))
                .update();
    }

    /**
     * Updates the e-mail address, names, phone and info of an account if its version is unchanged.
     *
     * @param user the new data, with the version that the caller has read
     * @return false if the stored version differs
     */
    public boolean update(User user) {
        return jdbc.sql(
                                """
                                update user_account
                                   set email = :email, first_name = :firstName, last_name = :lastName, phone = :phone,
                                       additional_info = cast(:info as jsonb), version = version + 1
                                 where id = :id and version = :version
                                """)
                        .param("id", user.id().id())
                        .param("version", user.version())
                        .param("email", user.email())
                        .param("firstName", user.firstName())
                        .param("lastName", user.lastName())
                        .param("phone", user.phone())
                        .param("info", json.write(user.additionalInfo()))
                        .update()
                == 1;
    }

    /** Deletes an account; the caller must then publish {@link UsersShutOut}. */
    public void delete(UserId id) {
        jdbc.sql("delete from user_account where id = :id").param("id", id.id()).update();
    }

    /**
     * Deletes up to {@code most} accounts of a customer's users; the caller must then publish {@link UsersShutOut}.
     *
     * @return the deleted users
     */
    public List<User> deleteSome(TenantId tenant, CustomerId customer, int most) {
        List<User> users =
                jdbc.sql(
                                SELECT
                                        + FROM
                                        + """
                                         where u.tenant_id = :tenant and u.customer_id = :customer
                                         order by u.id limit :most for update of u
                                        """)
                        .param("tenant", tenant.id())
                        .param("customer", customer.id())
                        .param("most", most)
                        .query((row, _) -> login(row).user())
                        .list();
        jdbc.sql("delete from user_account where id = any(:ids)")
                .param("ids", users.stream().map(user -> user.id().id()).toArray(UUID[]::new))
                .update();
        return users;
    }

    /** Enables or disables an account; the caller must then publish {@link UsersShutOut}. */
    public void setEnabled(UserId id, boolean enabled) {
        jdbc.sql("update user_credentials set enabled = :enabled where user_id = :id")
                .param("id", id.id())
                .param("enabled", enabled)
                .update();
    }

    /**
     * Changes the password of an account; the caller must then publish {@link UsersShutOut}.
     *
     * @param login the account as the caller has read it
     * @return the account after the change; empty if its password was changed since it was read
     */
    public Optional<Login> changePassword(Login login, String passwordHash) {
        int changed =
                jdbc.sql(
                                """
                                update user_credentials
                                   set password_hash = :hash, password_version = password_version + 1
                                 where user_id = :id and password_version = :version
                                """)
                        .param("hash", passwordHash)
                        .param("id", login.user().id().id())
                        .param("version", login.passwordVersion())
                        .update();
        return changed == 1
                ? Optional.of(
                        new Login(
                                login.user(),
                                passwordHash,
                                login.enabled(),
                                login.passwordVersion() + 1))
                : Optional.empty();
    }

    /** Selects accounts of a tenant; null means no restriction. */
    public record UserFilter(
            TenantId tenant, @Nullable Authority authority, @Nullable CustomerId customer) {

        public static UserFilter allOf(TenantId tenant) {
            return new UserFilter(tenant, null, null);
        }

        public static UserFilter administratorsOf(TenantId tenant) {
            return new UserFilter(tenant, Authority.TENANT_ADMIN, null);
        }

        /** The users of a customer. */
        public static UserFilter of(TenantId tenant, CustomerId customer) {
            return new UserFilter(tenant, null, customer);
        }
    }

    public PageData<User> list(UserFilter filter, PageLink link) {
        Authority authority = filter.authority();
        CustomerId customer = filter.customer();
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("tenant", filter.tenant().id());
        params.put("authority", authority == null ? null : authority.name());
        params.put("customer", customer == null ? null : customer.id());
        params.put("search", link.likePattern());
        return LIST.readInPieces(jdbc, link, params, (row, _) -> login(row).user());
    }

    /** Returns the account with an e-mail address; the comparison is case-sensitive. */
    public Optional<Login> findByEmail(String email) {
        return jdbc.sql(SELECT + FROM + " where u.email = :email")
                .param("email", email)
                .query((row, _) -> login(row))
                .optional();
    }

    /**
     * Returns the account with an id, of any tenant. Callers pass an id from a signed token, or check the account's
     * tenant before they reveal it.
     */
    public Optional<Login> find(UserId id) {
        return jdbc.sql(SELECT + FROM + " where u.id = :id")
                .param("id", id.id())
                .query((row, _) -> login(row))
                .optional();
    }

    @Override
    public EntityType type() {
        return EntityType.USER;
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(new UserId(id))
                .map(Login::user)
                .filter(user -> user.tenantId().equals(tenant))
                .map(user -> new Shown(user.email(), user.customerId(), user));
    }

    @Override
    public Optional<UUID> idOf(TenantId tenant, String email) {
        return findByEmail(email)
                .map(Login::user)
                .filter(user -> user.tenantId().equals(tenant))
                .map(user -> user.id().id());
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
        return new Login(
                user,
                row.getString("password_hash"),
                row.getBoolean("enabled"),
                row.getInt("password_version"));
    }

    private static CustomerId customerId(@Nullable UUID id) {
        return id == null ? IdJson.NO_CUSTOMER : new CustomerId(id);
    }
}
