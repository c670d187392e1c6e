// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.related;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;

/** Changes the originators of messages. */
public final class NewOriginator {

    private NewOriginator() {}

    /**
     * Returns a message with another originator. Its customer stays; only a message without one gets the originator as
     * customer, if that is a customer.
     */
    public static RuleMessage of(RuleMessage message, EntityId originator) {
        RuleMessage changed = message.withOriginator(originator);
        return message.customer() == null && originator.type() == EntityType.CUSTOMER
                ? changed.withCustomer(new CustomerId(originator.id()))
                : changed;
    }
}
