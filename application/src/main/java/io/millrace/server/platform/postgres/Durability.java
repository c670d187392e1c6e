// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.util.Map;

/** What a committed transaction survives. */
enum Durability {
    /** A crash of the machine. */
    FULL,

    /** Nothing but a regular stop: for data that a test throws away. */
    NONE;

    /** The settings of PostgreSQL that make it so. */
    Map<String, String> settings() {
        String value =
                switch (this) {
                    case FULL -> "on";
                    case NONE -> "off";
                };
        return Map.of("fsync", value, "synchronous_commit", value, "full_page_writes", value);
    }
}
