// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds devices by credentials id, across tenants: a connecting client presents only credentials. Answers are cached,
 * and concurrent lookups of one id share a query, so that a reconnect of a hundred thousand devices does not cause as
 * many queries.
 */
final class DeviceCredentialsLookup {

    static final int MAX_REMEMBERED = 100_000;
    static final Duration MEMORY = Duration.ofSeconds(60);
    static final Duration MEMORY_OF_UNKNOWN = Duration.ofSeconds(5);

    /** Longer ids are never stored, and their lookups are not cached. */
    private static final int MAX_ID_LENGTH = 255;

    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final DatabaseLookups lookups;
    private final AsyncCache<String, Optional<CredentialedDevice>> remembered;

    DeviceCredentialsLookup(
            JdbcClient jdbc, JsonMapper json, DatabaseLookups lookups, Ticker ticker) {
        this.jdbc = jdbc;
        this.json = json;
        this.lookups = lookups;
        this.remembered =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .expireAfter(Expiry.creating((_, found) -> memoryOf(found)))
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .buildAsync();
    }

    private static Duration memoryOf(Object found) {
        return found.equals(Optional.empty()) ? MEMORY_OF_UNKNOWN : MEMORY;
    }

    /**
     * The device with these credentials, or empty if no device has them. Fails if the database does not answer; a
     * failure is not cached.
     */
    CompletableFuture<Optional<CredentialedDevice>> find(String credentialsId) {
        if (credentialsId.length() > MAX_ID_LENGTH || credentialsId.indexOf('\0') >= 0) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return remembered.get(
                credentialsId, (id, _) -> lookups.run(TenantId.SYSTEM, () -> load(id)));
    }

    /** How long an answer stays in the cache; far more than that for an answer of this instant. */
    Optional<Duration> memoryLeft(String credentialsId) {
        return remembered
                .synchronous()
                .policy()
                .expireVariably()
                .flatMap(expiry -> expiry.getExpiresAfter(credentialsId));
    }

    /** Removes an answer from the cache, also one that is still being loaded. */
    void forget(String credentialsId) {
        remembered.synchronous().invalidate(credentialsId);
    }

    /** Removes the answers that are devices of a tenant, and those that are still being loaded. */
    void forget(TenantId tenant) {
        remembered.asMap().values().removeIf(answer -> !answer.isDone() || isOf(tenant, answer));
    }

    private static boolean isOf(
            TenantId tenant, CompletableFuture<Optional<CredentialedDevice>> answer) {
        return !answer.isCompletedExceptionally()
                && answer.join()
                        .filter(found -> found.device().tenant().equals(tenant))
                        .isPresent();
    }

    /** Empties the cache. */
    void forgetAll() {
        remembered.synchronous().invalidateAll();
    }

    private Optional<CredentialedDevice> load(String credentialsId) {
        return jdbc.sql(
                        "select c.credentials_type, c.credentials_value, "
                                + DeviceDirectory.COLUMNS
                                + """
                                  from device_credentials c
                                  join device d on d.id = c.device_id
                                  join device_profile p on p.id = d.device_profile_id
                                 where c.credentials_id = :credentialsId
                                """)
                .param("credentialsId", credentialsId)
                .query((row, _) -> new CredentialedDevice(basic(row), DeviceDirectory.device(row)))
                .optional();
    }

    private @Nullable MqttBasic basic(ResultSet row) throws SQLException {
        return switch (CredentialsType.valueOf(row.getString("credentials_type"))) {
            case ACCESS_TOKEN -> null;
            case MQTT_BASIC -> json.readValue(row.getString("credentials_value"), MqttBasic.class);
            case X509_CERTIFICATE, LWM2M_CREDENTIALS ->
                    throw new IllegalStateException("Credentials of this type are never stored");
        };
    }
}
