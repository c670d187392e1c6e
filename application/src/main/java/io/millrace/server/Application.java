// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.metrics.KafkaMetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ScheduledTasksObservationAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.PersistenceExceptionTranslationAutoConfiguration;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** Starts Millrace. */
@SpringBootApplication(
        proxyBeanMethods = false,
        // Found on the class path and of no use here; each costs a start its part.
        exclude = {
            AopAutoConfiguration.class,
            DataSourceInitializationAutoConfiguration.class,
            KafkaAutoConfiguration.class,
            KafkaMetricsAutoConfiguration.class,
            OAuth2ResourceServerAutoConfiguration.class,
            PersistenceExceptionTranslationAutoConfiguration.class,
            ScheduledTasksObservationAutoConfiguration.class,
            TaskSchedulingAutoConfiguration.class,
            TransactionAutoConfiguration.class
        })
@ConfigurationPropertiesScan
public class Application {

    /** The service, until a signal ends it. A start that fails has been explained; it ends with status 1. */
    public static void main(String[] args) {
        // On two cores it takes from the start what it would give, and loads what nobody needs.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        try {
            SpringApplication.run(Application.class, args);
        } catch (RuntimeException | Error _) {
            // Whatever has been started keeps threads, and would keep the process.
            System.exit(1);
        }
    }
}
