// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.queue.QueueReferences;
import java.time.Clock;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Builds the parts of each kind of profiles from what all kinds share. */
@Component
public final class ProfileKinds {

    private final JdbcClient jdbc;
    private final JsonColumn json;
    private final QueueReferences queues;
    private final TransactionTemplate transaction;
    private final Clock clock;

    ProfileKinds(
            JdbcClient jdbc,
            JsonColumn json,
            QueueReferences queues,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.jdbc = jdbc;
        this.json = json;
        this.queues = queues;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** The profiles of a kind in the database. */
    public <P extends EntityProfile> ProfileRepository<P> repository(ProfileKind<P> kind) {
        return new ProfileRepository<>(kind, jdbc, json);
    }

    /**
     * The service that changes the profiles of a kind.
     *
     * @param changed is called when a change of a profile is committed; must return at once and not throw
     */
    public <P extends EntityProfile> ProfileService<P> service(
            ProfileRepository<P> profiles, Consumer<P> changed) {
        return new ProfileService<>(profiles, queues, transaction, clock, changed);
    }
}
