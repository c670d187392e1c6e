// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

/**
 * A value that is read from an attribute when a rule is evaluated.
 *
 * @param slot slot of the device's attribute; not used for other sources
 * @param inherit whether a missing attribute is looked up at the customer, and then at the tenant
 */
public record DynamicValue(Source source, String attribute, int slot, boolean inherit) {

    /** The entity whose attribute it is. */
    public enum Source {
        CURRENT_DEVICE,
        CURRENT_CUSTOMER,
        CURRENT_TENANT
    }
}
