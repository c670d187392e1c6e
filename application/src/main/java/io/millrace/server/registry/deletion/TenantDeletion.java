// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.message.id.TenantId;
import io.millrace.server.registry.queue.QueuesChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import io.millrace.server.web.user.UsersShutOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Deletes tenants. */
@Component
final class TenantDeletion {

    private static final Logger log = LoggerFactory.getLogger(TenantDeletion.class);

    private final DeletedTenants deleted;
    private final ErasureLifecycle erasure;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    TenantDeletion(
            DeletedTenants deleted,
            ErasureLifecycle erasure,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.deleted = deleted;
        this.erasure = erasure;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Deletes a tenant. After this its users cannot sign in, its devices cannot connect, and its title, e-mails and
     * tokens can be used again. Has no effect if the tenant is already deleted.
     */
    void delete(TenantId tenant) {
        boolean done = Boolean.TRUE.equals(transaction.execute(_ -> deleted.add(tenant)));
        if (done) {
            log.info("Tenant {} deleted; erasing its data in the background", tenant);
            events.publishEvent(new UsersShutOut());
            events.publishEvent(new TenantDeleted(tenant));
            events.publishEvent(new QueuesChanged());
            erasure.wake();
        }
    }
}
