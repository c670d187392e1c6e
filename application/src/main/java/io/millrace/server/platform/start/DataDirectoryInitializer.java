// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.nio.file.Path;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.MapPropertySource;

/**
 * Locks the data directory before the start of all other beans, and releases it after they have stopped. Registers it
 * as a bean of the type {@link DataDirectory}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DataDirectoryInitializer
        implements ApplicationContextInitializer<GenericApplicationContext> {

    /** The name of the bean. */
    static final String BEAN = "dataDirectory";

    @Override
    public void initialize(GenericApplicationContext context) {
        String name = context.getEnvironment().getRequiredProperty("millrace.data-dir");
        DataDirectory directory = DataDirectory.open(Path.of(name));
        context.getBeanFactory().registerSingleton(BEAN, directory);
        context.getDefaultListableBeanFactory().registerDisposableBean(BEAN, directory::close);
        context.getEnvironment()
                .getPropertySources()
                .addLast(
                        new MapPropertySource(
                                BEAN, Map.of("millrace.instance-id", directory.instanceId())));
    }
}
