// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.EntitySource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code customer}. */
@Component
public final class CustomerRepository implements EntityLookup<Customer>, EntitySource {

    private static final String SELECT =
            "select id, created_time, tenant_id, title, is_public, %s, additional_info, version"
                    .formatted(Contact.COLUMNS);

    private static final String FROM = " from customer where tenant_id = :tenant";

    private static final Map<String, String> SORT_COLUMNS =
            Map.of(
                    "createdTime", "created_time",
                    "title", "title",
                    "name", "title",
                    "email", "email",
                    "country", "country",
                    "city", "city");

    private static final PageQuery LIST =
            new PageQuery(SELECT, FROM + " and title ilike :search", SORT_COLUMNS, "id");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    CustomerRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    @Override
    public EntityType type() {
        return EntityType.CUSTOMER;
    }

    @Override
    public Optional<Customer> find(TenantId tenant, UUID id) {
        return jdbc.sql(SELECT + FROM + " and id = :id")
                .param("tenant", tenant.id())
                .param("id", id)
                .query((row, _) -> customer(row))
                .optional();
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return find(tenant, id)
                .map(customer -> new Shown(customer.title(), IdJson.NO_CUSTOMER, customer));
    }

    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return findByTitle(tenant, name).map(customer -> customer.id().id());
    }

    Optional<Customer> findByTitle(TenantId tenant, String title) {
        return jdbc.sql(SELECT + FROM + " and title = :title")
                .param("tenant", tenant.id())
                .param("title", title)
                .query((row, _) -> customer(row))
                .optional();
    }

    PageData<Customer> list(TenantId tenant, PageLink link) {
        return LIST.read(
                jdbc,
                link,
                Map.of("tenant", tenant.id(), "search", link.likePattern()),
                (row, _) -> customer(row));
    }

    void add(TenantId tenant, CustomerId id, long createdTime, CustomerContent content) {
        jdbc.sql(
                        """
                        insert into customer (id, created_time, tenant_id, title, additional_info, %s)
                        values (:id, :createdTime, :tenant, :title, cast(:info as jsonb), %s)
                        """
                                .formatted(Contact.COLUMNS, Contact.VALUES))
                .param("id", id.id())
                .param("createdTime", createdTime)
                .param("tenant", tenant.id())
                .params(params(content))
                .update();
    }

    /** Changes a customer if its version is still the one that was loaded; false where it is not. */
    boolean update(Customer stored, CustomerContent content) {
        return jdbc.sql(
                                """
                                update customer set (title, additional_info, version, %s)
                                                  = (:title, cast(:info as jsonb), version + 1, %s)
                                 where tenant_id = :tenant and id = :id and version = :version
                                """
                                        .formatted(Contact.COLUMNS, Contact.VALUES))
                        .param("tenant", stored.tenantId().id())
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .params(params(content))
                        .update()
                == 1;
    }

    /** Keeps everybody from referring to a customer until the end of the transaction. */
    void lock(TenantId tenant, CustomerId id) {
        jdbc.sql("select id from customer where tenant_id = :tenant and id = :id for update")
                .param("tenant", tenant.id())
                .param("id", id.id())
                .query(UUID.class)
                .optional();
    }

    void delete(TenantId tenant, CustomerId id) {
        jdbc.sql("delete from customer where tenant_id = :tenant and id = :id")
                .param("tenant", tenant.id())
                .param("id", id.id())
                .update();
    }

    private Map<String, @Nullable Object> params(CustomerContent content) {
        Map<String, @Nullable Object> params = new HashMap<>(content.contact().params());
        params.put("title", content.title());
        params.put("info", json.write(content.additionalInfo()));
        return params;
    }

    private Customer customer(ResultSet row) throws SQLException {
        return new Customer(
                new CustomerId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getString("title"),
                row.getBoolean("is_public"),
                Contact.read(row),
                null,
                row.getLong("version"),
                json.read(row, "additional_info"));
    }
}
