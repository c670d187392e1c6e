// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

/** From which end of its relations an entity is looked at. */
public enum SearchDirection {
    /** The entity is where relations start. */
    FROM,
    /** The entity is where relations end. */
    TO
}
