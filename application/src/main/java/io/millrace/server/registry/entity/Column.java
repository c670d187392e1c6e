// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

/**
 * A column of an entity's table besides id, creation time, tenant and version. Statements bind its value to a parameter
 * of the same name.
 *
 * @param isJson the column is {@code jsonb} and its value a {@code JsonNode} or null
 * @param isUpdated updates write it, too, not the insert alone
 */
public record Column(String name, boolean isJson, boolean isUpdated) {

    /** A column that inserts and updates write. */
    public static Column value(String name) {
        return new Column(name, false, true);
    }

    /** A column of type {@code jsonb} that inserts and updates write. */
    public static Column json(String name) {
        return new Column(name, true, true);
    }

    /** A column that only the insert writes. */
    public static Column initial(String name) {
        return new Column(name, false, false);
    }

    String parameter() {
        return isJson ? "cast(:%s as jsonb)".formatted(name) : ":" + name;
    }
}
