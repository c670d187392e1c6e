// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.server.web.security.SecurityUser;

/** Entities of one type that refer to customers. A deletion of a customer calls all beans of this type. */
public interface CustomerBelongings {

    /**
     * Deletes or unassigns entities that refer to the customer. Called in a transaction in which no new reference to
     * the customer is possible, and again in further transactions until fewer than {@code most} are left.
     *
     * @param by the user who deletes the customer
     * @param most limit of entities for this call
     */
    Released release(SecurityUser by, Customer customer, int most);

    /**
     * The result of one call.
     *
     * @param count number of entities; fewer than the limit: none are left
     * @param then runs once the transaction is committed; must not throw
     */
    record Released(int count, Runnable then) {}
}
