// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import io.millrace.server.platform.start.FatalErrors;
import io.millrace.server.platform.start.PreparedContext;
import io.millrace.server.platform.start.StopLimit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.metrics.KafkaMetricsAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ScheduledTasksObservationAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.PersistenceExceptionTranslationAutoConfiguration;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.metrics.TomcatMetricsAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** Starts Millrace. */
@SpringBootApplication(
        proxyBeanMethods = false,
        // Not needed here; each would slow down the start.
        exclude = {
            AopAutoConfiguration.class,
            DataSourceInitializationAutoConfiguration.class,
            JacksonAutoConfiguration.class,
            KafkaAutoConfiguration.class,
            KafkaMetricsAutoConfiguration.class,
            OAuth2ResourceServerAutoConfiguration.class,
            PersistenceExceptionTranslationAutoConfiguration.class,
            ScheduledTasksObservationAutoConfiguration.class,
            TaskSchedulingAutoConfiguration.class,
            TomcatMetricsAutoConfiguration.class,
            TransactionAutoConfiguration.class
        })
@ConfigurationPropertiesScan
public class Application {

    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

    /**
     * Runs the service until a signal stops it. If the start fails, a message has already been printed, and the process
     * ends with status 1.
     */
    public static void main(String[] args) {
        // On two cores the background pre-initialization does not speed up the start, and it loads
        // unused classes.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        disableLeakDetection();
        FatalErrors.install();
        try {
            SpringApplication application = new SpringApplication(Application.class);
            application.addListeners(StopLimit.ofProcess(), new PreparedContext(Application.class));
            application.run(args);
        } catch (SpringApplication.AbandonedRunException e) {
            // Spring's AOT processing needs the context that was prepared until here.
            throw e;
        } catch (RuntimeException | Error _) {
            // Threads that were already started would keep the process alive.
            System.exit(1);
        }
    }

    /**
     * Netty records the stack of one buffer in 128 by default, for 1 to 2 % of the processor time of the service. The
     * tests look for leaks in all buffers.
     */
    private static void disableLeakDetection() {
        if (System.getProperty(LEAK_DETECTION) == null) {
            System.setProperty(LEAK_DETECTION, "disabled");
        }
    }
}
