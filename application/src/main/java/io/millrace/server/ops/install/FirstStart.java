// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.install;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.server.platform.jdbc.StoredSettings;
import io.millrace.server.platform.settings.AccountSettings;
import io.millrace.server.platform.settings.DemoSettings;
import io.millrace.server.platform.start.StartException;
import io.millrace.server.registry.device.DemoDevice;
import io.millrace.server.registry.tenant.Tenants;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates the first accounts, and with the demo also a tenant and a device, once per database. It runs in one
 * transaction, before the first request is answered, and only once even if several instances start together.
 */
@Component
final class FirstStart implements SmartInitializingSingleton {

    static final String SYSTEM_ADMINISTRATOR = "sysadmin@millrace.local";
    static final String TENANT_ADMINISTRATOR = "tenant@millrace.local";

    private static final Logger log = LoggerFactory.getLogger(FirstStart.class);

    private static final String DONE = "first-start.time";
    private static final String DEMO_TENANT = "Demo";

    /** Key of the advisory lock, unique in this database. */
    private static final long LOCK = 0x4d696c6c72616365L;

    /** BCrypt ignores all further bytes. */
    private static final int MAX_PASSWORD_BYTES = 72;

    private static final int GENERATED_PASSWORD_BYTES = 15;

    private final AccountSettings accountSettings;
    private final DemoSettings demoSettings;
    private final StoredSettings settings;
    private final Tenants tenants;
    private final UserRepository users;
    private final DemoDevice demoDevice;
    private final PasswordEncoder passwords;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Clock clock;

    private volatile Optional<String> generatedPassword = Optional.empty();

    FirstStart(
            AccountSettings accountSettings,
            DemoSettings demoSettings,
            StoredSettings settings,
            Tenants tenants,
            UserRepository users,
            DemoDevice demoDevice,
            PasswordEncoder passwords,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.accountSettings = accountSettings;
        this.demoSettings = demoSettings;
        this.settings = settings;
        this.tenants = tenants;
        this.users = users;
        this.demoDevice = demoDevice;
        this.passwords = passwords;
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    @Override
    public void afterSingletonsInstantiated() {
        generatedPassword =
                Optional.ofNullable(transaction.execute(_ -> makeUnlessMade())).orElseThrow();
    }

    /**
     * Returns the password that this start has generated; empty if none. It is not stored, so it can be shown only now.
     */
    Optional<String> generatedPassword() {
        return generatedPassword;
    }

    private Optional<String> makeUnlessMade() {
        lockOutOtherInstances();
        if (settings.find(DONE).isPresent()) {
            return Optional.empty();
        }
        Optional<String> chosen = accountSettings.chosenPassword();
        String password = chosen.orElseGet(FirstStart::generatePassword);
        String hash = hash(password);
        addUser(SYSTEM_ADMINISTRATOR, TenantId.SYSTEM, Authority.SYS_ADMIN, hash);
        if (demoSettings.demo()) {
            TenantId tenant = tenants.create(DEMO_TENANT).id();
            addUser(TENANT_ADMINISTRATOR, tenant, Authority.TENANT_ADMIN, hash);
            demoDevice.create(tenant);
        }
        settings.getOrAdd(DONE, () -> clock.instant().toString());
        log.info(
                "First start: created the first accounts{}",
                demoSettings.demo() ? " and the demo tenant" : "");
        return chosen.isPresent() ? Optional.empty() : Optional.of(password);
    }

    private void lockOutOtherInstances() {
        jdbc.sql("select pg_advisory_xact_lock(:lock)").param("lock", LOCK).query().singleRow();
    }

    private void addUser(String email, TenantId tenant, Authority authority, String hash) {
        long now = clock.millis();
        UserId id = new UserId(TimeOrderedUuid.at(now));
        users.add(
                new User(
                        id,
                        now,
                        tenant,
                        IdJson.NO_CUSTOMER,
                        email,
                        authority,
                        null,
                        null,
                        null,
                        1,
                        null),
                hash);
    }

    private String hash(String password) {
        if (password.getBytes(StandardCharsets.UTF_8).length > MAX_PASSWORD_BYTES) {
            throw new StartException(
                    "MILLRACE_ADMIN_PASSWORD is longer than %d bytes; choose a shorter password."
                            .formatted(MAX_PASSWORD_BYTES));
        }
        return Optional.ofNullable(passwords.encode(password)).orElseThrow();
    }

    private static String generatePassword() {
        byte[] random = new byte[GENERATED_PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
