// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The settings that all instances of an installation share, in the table {@code setting}. */
@Component
public final class StoredSettings {

    private final JdbcClient jdbc;

    public StoredSettings(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the value of a setting; empty if it is not stored. */
    public Optional<String> find(String key) {
        return jdbc.sql("select value from setting where key = :key")
                .param("key", key)
                .query(String.class)
                .optional();
    }

    /** Returns the value of a setting. If it is not stored, the first caller's value is stored for all instances. */
    public String getOrAdd(String key, Supplier<String> value) {
        return find(key)
                .orElseGet(() -> {
                    add(key, value.get());
                    return find(key).orElseThrow();
                });
    }

    private void add(String key, String value) {
        jdbc.sql("insert into setting (key, value) values (:key, :value) on conflict do nothing")
                .param("key", key)
                .param("value", value)
                .update();
    }
}
