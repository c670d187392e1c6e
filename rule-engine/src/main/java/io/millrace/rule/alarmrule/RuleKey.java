// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

/**
 * A value of a device that rules use.
 *
 * @param slot number of the value in the state of a device
 */
public record RuleKey(Type type, String name, int slot) {

    /** The kinds of values. Attributes of all scopes share their names. */
    public enum Type {
        ATTRIBUTE,
        TIME_SERIES,
        ENTITY_FIELD
    }
}
