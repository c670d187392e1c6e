// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.server.web.security.SecurityUser;

/** Something that refers to customers, and lets go of one that is deleted. All beans of this type are called. */
public interface CustomerBelongings {

    /**
     * Lets go of some of what refers to the customer. Called in a transaction, on its thread, while nothing new can refer
     * to the customer; and again in further transactions while there may be more.
     *
     * @param by who deletes the customer
     * @param most to let go of so many at most
     */
    Released release(SecurityUser by, Customer customer, int most);

    /**
     * What was let go of.
     *
     * @param count how many; fewer than asked for: there are no more
     * @param then what is to be done once that is committed; must not throw
     */
    record Released(int count, Runnable then) {}
}
