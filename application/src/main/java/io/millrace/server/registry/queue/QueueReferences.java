// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Lets something refer to a queue by name. */
@Component
public final class QueueReferences {

    private final QueueRepository queues;
    private final TransactionTemplate transaction;

    QueueReferences(QueueRepository queues, PlatformTransactionManager transactions) {
        this.queues = queues;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Makes a change in which the queue that it names, if any, cannot be deleted.
     *
     * @param owner what refers to the queue, at the beginning of a sentence
     * @throws ApiException (400) where the tenant's messages find no such queue
     */
    public <T> T holding(
            TenantId tenant, @Nullable String queue, String owner, Supplier<T> change) {
        if (queue == null) {
            return change.get();
        }
        return Objects.requireNonNull(
                transaction.execute(_ -> {
                    if (!queues.hold(tenant, queue)) {
                        throw ApiException.badRequest(
                                owner + " is referencing to non-existent queue!");
                    }
                    return change.get();
                }));
    }
}
