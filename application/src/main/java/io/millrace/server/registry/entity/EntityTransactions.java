// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.server.registry.relation.Relations;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What changes of entities of every type need: transactions, the clock and the relations. */
@Component
public final class EntityTransactions {

    private final TransactionTemplate template;
    private final Relations relations;
    private final Clock clock;

    EntityTransactions(PlatformTransactionManager transactions, Relations relations, Clock clock) {
        this.template = new TransactionTemplate(transactions);
        this.relations = relations;
        this.clock = clock;
    }

    /** The changes of the entities of one type. */
    public <E extends VersionedEntity> EntityChanges<E> of(
            EntityRepository<E> entities, Refusals refusals) {
        return new EntityChanges<>(entities, refusals, this);
    }

    TransactionTemplate template() {
        return template;
    }

    Relations relations() {
        return relations;
    }

    Clock clock() {
        return clock;
    }
}
