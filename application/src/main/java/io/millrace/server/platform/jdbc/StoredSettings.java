// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** StoredSettings of the installation that its instances share, in the table {@code setting}. */
@Component
public final class StoredSettings {

    private final JdbcClient jdbc;

    public StoredSettings(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The value of a setting. */
    public Optional<String> find(String key) {
        return jdbc.sql("select value from setting where key = :key")
                .param("key", key)
                .query(String.class)
                .optional();
    }

    /** The value of a setting; where there is none, the first caller's value becomes it for all. */
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
