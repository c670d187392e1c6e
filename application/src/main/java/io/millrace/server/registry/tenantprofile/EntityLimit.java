// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

/** What a profile can limit the number of. The constants say how the number is named, and where it is counted. */
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

    /** The key in a profile's configuration; 0 or nothing there stands for no limit. */
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
