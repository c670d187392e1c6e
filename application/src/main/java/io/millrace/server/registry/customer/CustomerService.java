// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.customer.CustomerBelongings.Released;
import io.millrace.server.registry.entity.EntityChanges;
import io.millrace.server.registry.entity.EntityTransactions;
import io.millrace.server.registry.entity.NamedEntityKind;
import io.millrace.server.registry.entity.Refusals;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Adds, changes and deletes customers. */
@Component
final class CustomerService implements NamedEntityKind {

    private static final Logger log = LoggerFactory.getLogger(CustomerService.class);

    /** Most entities of each kind that one transaction of a deletion releases. */
    static final int PAGE = 500;

    private final CustomerRepository customers;
    private final List<CustomerBelongings> belongings;
    private final TenantLimits limits;
    private final EntityChanges<Customer> changes;
    private final TransactionTemplate transaction;

    CustomerService(
            CustomerRepository customers,
            List<CustomerBelongings> belongings,
            TenantLimits limits,
            EntityTransactions entityTransactions,
            PlatformTransactionManager transactions) {
        this.customers = customers;
        this.belongings = List.copyOf(belongings);
        this.limits = limits;
        this.changes =
                entityTransactions.of(customers, Refusals.of(CustomerRepository.SHAPE, Map.of()));
        this.transaction = new TransactionTemplate(transactions);
    }

    @Override
    public EntityType type() {
        return EntityType.CUSTOMER;
    }

    @Override
    public Optional<Customer> find(TenantId tenant, String name) {
        return customers.findByName(tenant, name);
    }

    /** Adds a customer of which only the title is known; customers have no profile. */
    @Override
    public Customer add(TenantId tenant, String name, @Nullable String profile) {
        return create(tenant, CustomerRequest.titled(name).content());
    }

    Customer create(TenantId tenant, CustomerContent content) {
        return changes.add(
                tenant,
                content.title(),
                () -> limits.requireRoom(tenant, EntityLimit.CUSTOMERS),
                (id, now) -> customers.add(tenant, id, now, content));
    }

    /**
     * Changes a customer.
     *
     * @param stored the customer as it was read
     * @param seen version that the caller has seen; null: any
     */
    Customer change(Customer stored, CustomerContent content, @Nullable Long seen) {
        return changes.change(
                stored, seen, content.title(), () -> customers.update(stored, content));
    }

    /**
     * Deletes a customer with its users and relations, and unassigns what is assigned to it. Each transaction releases
     * at most {@value #PAGE} entities of each kind; the last one deletes the customer.
     *
     * @param by the user who deletes it
     */
    void delete(SecurityUser by, Customer customer) {
        List<Released> page;
        do {
            page = Objects.requireNonNull(transaction.execute(_ -> releaseOrDelete(by, customer)));
            page.forEach(released -> released.then().run());
        } while (mayHaveMore(page));
        log.info("Customer {} of tenant {} deleted", customer.id(), customer.tenantId());
    }

    private List<Released> releaseOrDelete(SecurityUser by, Customer customer) {
        customers.lock(customer.tenantId(), customer.id());
        List<Released> page =
                belongings.stream().map(each -> each.release(by, customer, PAGE)).toList();
        if (!mayHaveMore(page)) {
            changes.deleteWithRelations(customer);
        }
        return page;
    }

    private static boolean mayHaveMore(List<Released> page) {
        return page.stream().anyMatch(released -> released.count() == PAGE);
    }
}
