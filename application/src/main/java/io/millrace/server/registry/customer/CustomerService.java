// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.registry.customer.CustomerBelongings.Released;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.SecurityUser;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes customers. */
@Component
final class CustomerService {

    private static final Logger log = LoggerFactory.getLogger(CustomerService.class);

    /** Most of each kind that a deletion lets go of in one transaction. */
    static final int PAGE = 500;

    private final CustomerRepository customers;
    private final List<CustomerBelongings> belongings;
    private final TenantLimits limits;
    private final Relations relations;
    private final TransactionTemplate transaction;
    private final Clock clock;

    CustomerService(
            CustomerRepository customers,
            List<CustomerBelongings> belongings,
            TenantLimits limits,
            Relations relations,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.customers = customers;
        this.belongings = List.copyOf(belongings);
        this.limits = limits;
        this.relations = relations;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    Customer create(TenantId tenant, CustomerContent content) {
        long now = clock.millis();
        CustomerId id = new CustomerId(TimeOrderedUuid.at(now));
        naming(
                content,
                () ->
                        transaction.executeWithoutResult(_ -> {
                            limits.requireRoom(tenant, EntityLimit.CUSTOMERS);
                            customers.add(tenant, id, now, content);
                        }));
        log.info("Customer {} of tenant {} created", id, tenant);
        return load(tenant, id);
    }

    /**
     * Changes a customer.
     *
     * @param stored the customer as it is
     * @param version the version that the caller has seen; null: whichever it is
     */
    Customer change(Customer stored, CustomerContent content, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored.id());
        }
        naming(
                content,
                () -> {
                    if (!customers.update(stored, content)) {
                        throw conflict(stored.id());
                    }
                });
        log.info("Customer {} of tenant {} changed", stored.id(), stored.tenantId());
        return load(stored.tenantId(), stored.id());
    }

    /**
     * Deletes a customer with its relations: its users are gone, and what was assigned to it is assigned to nobody. One
     * that has much goes page by page, each in a transaction of its own; the customer itself goes with the last page.
     *
     * @param by who deletes it
     */
    void delete(SecurityUser by, Customer customer) {
        List<Released> page;
        do {
            page = Objects.requireNonNull(transaction.execute(_ -> releaseOrDelete(by, customer)));
            page.forEach(released -> released.then().run());
        } while (mayLeaveSome(page));
        log.info("Customer {} of tenant {} deleted", customer.id(), customer.tenantId());
    }

    private List<Released> releaseOrDelete(SecurityUser by, Customer customer) {
        TenantId tenant = customer.tenantId();
        customers.lock(tenant, customer.id());
        List<Released> page =
                belongings.stream().map(each -> each.release(by, customer, PAGE)).toList();
        if (!mayLeaveSome(page)) {
            customers.delete(tenant, customer.id());
            relations.entityDeleted(tenant, customer.entityId());
        }
        return page;
    }

    private static boolean mayLeaveSome(List<Released> page) {
        return page.stream().anyMatch(released -> released.count() == PAGE);
    }

    private Customer load(TenantId tenant, CustomerId id) {
        return customers.find(tenant, id.id()).orElseThrow(() -> conflict(id));
    }

    /** Says which field it was, where a constraint of the schema refuses it. */
    private static void naming(CustomerContent content, Runnable work) {
        try {
            work.run();
        } catch (DataIntegrityViolationException violation) {
            throw Constraints.violatedBy(violation).equals("customer_title_key")
                    ? ApiException.badRequest(
                            "title: a customer '%s' exists already".formatted(content.title()))
                    : violation;
        }
    }

    private static ApiException conflict(CustomerId id) {
        return ApiException.versionConflict(
                "Customer %s was changed by somebody else; load it again".formatted(id));
    }
}
