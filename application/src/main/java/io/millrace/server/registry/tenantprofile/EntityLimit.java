// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

/** The types of entities whose number a profile can limit, each with its key in the profile and its table. */
public enum EntityLimit {
    ASSETS("maxAssets", "asset", "assets"),
    CUSTOMERS("maxCustomers", "customer", "customers"),
    DEVICES("maxDevices", "device", "devices"),
    RULE_CHAINS("maxRuleChains", "rule_chain", "rule chains"),
    USERS("maxUsers", "user_account", "users");

    private final String key;
    private final String table;
    private final String plural;

    EntityLimit(String key, String table, String plural) {
        this.key = key;
        this.table = table;
        this.plural = plural;
    }

    /** The key in a profile's configuration; 0 or no value: no limit. */
    public String key() {
        return key;
    }

    String table() {
        return table;
    }

    String plural() {
        return plural;
    }
}
