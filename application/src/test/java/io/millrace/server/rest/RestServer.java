// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.server.Application;
import io.millrace.server.AtExit;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.registry.tenant.Tenants;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * The real service with a real database, one for all tests of this JVM. Tests share it, so each makes a tenant of its
 * own.
 */
public final class RestServer {

    public static final String PASSWORD = "correct horse battery staple";

    private static final RestServer INSTANCE = new RestServer();

    private final ConfigurableApplicationContext context;
    private final AtomicInteger count = new AtomicInteger();
    private final String passwordHash;

    private RestServer() {
        TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
        context =
                new SpringApplicationBuilder(
                                Application.class,
                                TestTelemetry.class,
                                SubmittedMessages.class,
                                QuickPasswords.class,
                                PublishedChanges.class)
                        .registerShutdownHook(false)
                        .run(
                                "--server.port=0",
                                "--millrace.mqtt.port=0",
                                "--millrace.demo=true",
                                "--millrace.outgoing.allow=127.0.0.1",
                                "--millrace.admin-password=" + PASSWORD,
                                "--millrace.data-dir=" + dataDirectory(),
                                "--spring.datasource.url=" + database.url(),
                                "--spring.datasource.username=" + database.username(),
                                "--spring.datasource.password=" + database.password());
        AtExit.run(context::close);
        passwordHash = bean(PasswordEncoder.class).encode(PASSWORD);
    }

    private static Path dataDirectory() {
        try {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target").toAbsolutePath()), "rest-server-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RestServer running() {
        return INSTANCE;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** The only bean of a generic type. */
    public <T> T bean(ParameterizedTypeReference<T> type) {
        return context.<T>getBeanProvider(type).getObject();
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    /** A caller without a token. */
    public RestClient anonymous() {
        return new RestClient(
                "http://localhost:" + context.getEnvironment().getProperty("local.server.port"),
                null);
    }

    /** The administrator of the installation. */
    public RestClient systemAdministrator() {
        return signIn("sysadmin@millrace.local");
    }

    public RestClient signIn(String email) {
        return anonymous().signedIn(email, PASSWORD);
    }

    /** The administrator of a new tenant. */
    public RestClient newTenantAdministrator() {
        return tenantAdministrator(newTenant());
    }

    public TenantId newTenant() {
        return bean(Tenants.class).create("Tenant " + count.incrementAndGet()).id();
    }

    public RestClient tenantAdministrator(TenantId tenant) {
        return signIn(addUser(tenant, IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN));
    }

    /** The administrator of a tenant, as the tests of the main job call the API. */
    public ServiceClient serviceClient(TenantId tenant) {
        return ServiceClient.signIn(
                anonymous().baseUrl(),
                addUser(tenant, IdJson.NO_CUSTOMER, Authority.TENANT_ADMIN),
                PASSWORD);
    }

    public CustomerId newCustomer(TenantId tenant) {
        CustomerId id = new CustomerId(TimeOrderedUuid.next());
        bean(JdbcClient.class)
                .sql(
                        "insert into customer (id, created_time, tenant_id, title) values (?, 0, ?, ?)")
                .params(id.id(), tenant.id(), "Customer " + count.incrementAndGet())
                .update();
        return id;
    }

    public RestClient customerUser(TenantId tenant, CustomerId customer) {
        return signIn(addUser(tenant, customer, Authority.CUSTOMER_USER));
    }

    /** A new account with {@link #PASSWORD}; answers its e-mail. */
    public String addUser(TenantId tenant, CustomerId customer, Authority authority) {
        String email = "user" + count.incrementAndGet() + "@example.com";
        User user =
                new User(
                        new UserId(UUID.randomUUID()),
                        0,
                        tenant,
                        customer,
                        email,
                        authority,
                        "Ada",
                        null,
                        null,
                        1,
                        null);
        bean(UserRepository.class).add(user, passwordHash);
        return email;
    }
}
