// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.tenant;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.security.EntityLookup;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes and finds tenants. */
@Component
public final class Tenants implements EntityLookup<Tenant> {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final ObjectProvider<TenantInitializer> initializers;
    private final Clock clock;

    Tenants(
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            ObjectProvider<TenantInitializer> initializers,
            Clock clock) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.initializers = initializers;
        this.clock = clock;
    }

    /** A new tenant with all that its initializers give it, or none at all. Joins a transaction that is there. */
    public Tenant create(String title) {
        long now = clock.millis();
        Tenant tenant = new Tenant(new TenantId(TimeOrderedUuid.at(now)), now, title, 1);
        List<TenantInitializer> steps = initializers.orderedStream().toList();
        transaction.executeWithoutResult(_ -> {
            insert(tenant);
            steps.forEach(step -> step.initialize(tenant.id()));
        });
        return tenant;
    }

    private void insert(Tenant tenant) {
        jdbc.sql("insert into tenant (id, created_time, title) values (:id, :createdTime, :title)")
                .param("id", tenant.id().id())
                .param("createdTime", tenant.createdTime())
                .param("title", tenant.title())
                .update();
    }

    @Override
    public EntityType type() {
        return EntityType.TENANT;
    }

    /** A tenant belongs to itself: no other tenant finds it. */
    @Override
    public Optional<Tenant> find(TenantId tenant, UUID id) {
        return jdbc.sql(
                        """
                        select id, created_time, title, version from tenant
                         where id = :id and id = :tenant
                        """)
                .param("id", id)
                .param("tenant", tenant.id())
                .query((row, _) ->
                        new Tenant(
                                new TenantId(row.getObject("id", UUID.class)),
                                row.getLong("created_time"),
                                row.getString("title"),
                                row.getLong("version")))
                .optional();
    }
}
