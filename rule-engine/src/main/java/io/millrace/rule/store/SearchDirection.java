// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

/** The end of a relation at which an entity is. */
public enum SearchDirection {
    /** Relations start at the entity. */
    FROM,
    /** Relations end at the entity. */
    TO
}
