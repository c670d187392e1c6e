// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.kafka.security.jaas.KafkaJaasLoginModuleInitializer;

/** The login of {@code spring.kafka.jaas.*}: the JVM's JAAS configuration for Kafka clients. */
final class JaasLogin {

    private JaasLogin() {}

    /** Installs it if it is enabled; must be called before the first client is created. */
    static void install(KafkaProperties.Jaas jaas) {
        if (!jaas.isEnabled()) {
            return;
        }
        try {
            KafkaJaasLoginModuleInitializer login = new KafkaJaasLoginModuleInitializer();
            login.setLoginModule(jaas.getLoginModule());
            login.setControlFlag(jaas.getControlFlag());
            login.setOptions(jaas.getOptions());
            login.afterSingletonsInstantiated();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
