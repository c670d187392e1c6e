// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.entity.EntityRepository;
import io.millrace.server.registry.entity.EntityTable;
import io.millrace.server.registry.entity.TableShape;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code customer}. */
@Component
public final class CustomerRepository implements EntityRepository<Customer> {

    static final TableShape SHAPE =
            new TableShape(
                    EntityType.CUSTOMER,
                    "title",
                    columns(),
                    "e.is_public",
                    "",
                    "e.title ilike :search",
                    Map.of(
                            "createdTime", "e.created_time",
                            "title", "e.title",
                            "name", "e.title",
                            "email", "e.email",
                            "country", "e.country",
                            "city", "e.city"));

    private final JdbcClient jdbc;
    private final EntityTable<Customer> table;

    CustomerRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.table = new EntityTable<>(jdbc, json, SHAPE, Customer::read);
    }

    private static List<Column> columns() {
        return Stream.concat(
                        Stream.of(Column.value("title"), Column.json("additional_info")),
                        Contact.COLUMN_NAMES.stream().map(Column::value))
                .toList();
    }

    @Override
    public EntityType type() {
        return EntityType.CUSTOMER;
    }

    @Override
    public Optional<Customer> find(TenantId tenant, UUID id) {
        return table.find(tenant, id);
    }

    /** The name of a customer is its title. */
    @Override
    public Optional<Customer> findByName(TenantId tenant, String title) {
        return table.findByName(tenant, title);
    }

    /** Those of the customers that the tenant has, oldest first. */
    List<Customer> findAll(TenantId tenant, Collection<UUID> ids) {
        return table.findAll(tenant, ids);
    }

    PageData<Customer> list(TenantId tenant, PageLink link) {
        return table.list(tenant, link, Map.of());
    }

    void add(TenantId tenant, UUID id, long createdTime, CustomerContent content) {
        table.add(tenant, id, createdTime, content.values());
    }

    /** Changes a customer if its version is still that of {@code stored}; false if it is not. */
    boolean update(Customer stored, CustomerContent content) {
        return table.update(stored, content.values());
    }

    /** Prevents new references to a customer until the end of the transaction. */
    void lock(TenantId tenant, CustomerId id) {
        jdbc.sql("select id from customer where tenant_id = :tenant and id = :id for update")
                .param("tenant", tenant.id())
                .param("id", id.id())
                .query(UUID.class)
                .optional();
    }

    @Override
    public boolean delete(TenantId tenant, UUID id) {
        return table.delete(tenant, id);
    }
}
