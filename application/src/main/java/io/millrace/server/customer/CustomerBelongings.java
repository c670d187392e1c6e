// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.customer;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;

/** Something that refers to customers, and lets go of one that is deleted. All beans of this type are called. */
public interface CustomerBelongings {

    /**
     * Called in the transaction that deletes the customer, on its thread, while nothing new can refer to it.
     *
     * @return what is to be done once that is committed; must not throw
     */
    Runnable release(TenantId tenant, CustomerId customer);
}
