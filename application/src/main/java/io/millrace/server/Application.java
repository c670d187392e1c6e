// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts Millrace. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class Application {

    /** The service, until a signal ends it. A start that fails has been explained; it ends with status 1. */
    public static void main(String[] args) {
        try {
            SpringApplication.run(Application.class, args);
        } catch (RuntimeException | Error _) {
            // Whatever has been started keeps threads, and would keep the process.
            System.exit(1);
        }
    }
}
