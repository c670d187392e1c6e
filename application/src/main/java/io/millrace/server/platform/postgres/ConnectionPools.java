// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import org.springframework.core.env.Environment;

/** The connections to the database that an instance may have open. */
public final class ConnectionPools {

    /**
     * Most connections of the stores' transactions. Each store has one transaction open at most; the attributes and the
     * connections of devices are read in two more each, and old device events are deleted in one.
     */
    public static final int COMMITS = 20;

    /** For connections outside the pools: migrations, and a user with {@code psql}. */
    private static final int OTHERS = 10;

    private static final int DEFAULT_OF_HIKARI = 10;

    private ConnectionPools() {}

    /** Returns the number of connections that the settings of an instance call for. */
    static int connections(Environment environment) {
        return environment.getProperty(
                        "spring.datasource.hikari.maximum-pool-size",
                        Integer.class,
                        DEFAULT_OF_HIKARI)
                + COMMITS
                + OTHERS;
    }
}
