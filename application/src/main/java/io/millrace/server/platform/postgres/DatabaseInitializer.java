// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.settings.PostgresSettings;
import io.millrace.server.platform.start.DataDirectory;
import io.millrace.server.platform.start.PreparedContext;
import io.millrace.server.platform.start.StartException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Prepares the database in the background while the rest of the service starts: starts the embedded server, or checks
 * the external one, and migrates the tables. Registers the database as a bean of the type
 * {@code JdbcConnectionDetails}, from which Spring Boot creates the data source. The embedded server is stopped after
 * all beans that use it.
 */
@Order(0)
final class DatabaseInitializer
        implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final String BEAN = "database";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        String url = environment.getProperty("spring.datasource.url", "");
        addDefaults(environment, url.isBlank());
        Supplier<Database> start =
                PreparedContext.isBeingMade()
                        ? DatabaseInitializer::none
                        : url.isBlank() ? own(context) : external(environment, url);
        BackgroundDatabase database = new BackgroundDatabase(start, Schema::migrate);
        context.getBeanFactory().registerSingleton(BEAN, database);
        context.getDefaultListableBeanFactory().registerDisposableBean(BEAN, database::close);
    }

    /** Turns the demo on by default with the embedded database, and off with an external one. */
    private static void addDefaults(ConfigurableEnvironment environment, boolean own) {
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(BEAN, Map.of("millrace.demo", own)));
    }

    /** No bean that needs the database is created at build time. */
    private static Database none() {
        throw new StartException("The context is prepared without a database.");
    }

    private static Supplier<Database> own(GenericApplicationContext context) {
        PostgresSettings settings =
                Binder.get(context.getEnvironment())
                        .bindOrCreate("millrace.postgres", PostgresSettings.class);
        int connections = ConnectionPools.connections(context.getEnvironment());
        Path directory =
                context.getBeanFactory().getBean(DataDirectory.class).path().resolve("postgres");
        return () ->
                EmbeddedPostgres.start(
                        directory,
                        new ServerSettings(
                                settings.port(),
                                connections,
                                ServerSettings.sharedBuffersMb(Runtime.getRuntime().maxMemory()),
                                Durability.FULL));
    }

    private static Supplier<Database> external(ConfigurableEnvironment environment, String url) {
        ExternalDatabase database =
                new ExternalDatabase(
                        url,
                        environment.getProperty("spring.datasource.username", ""),
                        environment.getProperty("spring.datasource.password", ""));
        return database::checked;
    }
}
