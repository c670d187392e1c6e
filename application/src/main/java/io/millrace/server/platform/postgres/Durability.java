// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.util.Map;

/** The failures that a committed transaction survives. */
enum Durability {
    /** Survives a crash of the machine. */
    FULL,

    /** Survives only a regular stop; for the disposable data of tests. */
    NONE;

    /** The PostgreSQL settings for this level. */
    Map<String, String> settings() {
        String value =
                switch (this) {
                    case FULL -> "on";
                    case NONE -> "off";
                };
        return Map.of("fsync", value, "synchronous_commit", value, "full_page_writes", value);
    }
}
