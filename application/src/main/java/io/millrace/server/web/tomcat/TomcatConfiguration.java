// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.tomcat;

import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the properties {@code server.tomcat} cannot set. */
@Configuration(proxyBeanMethods = false)
class TomcatConfiguration {

    /** Two threads, Tomcat's default, wake each other for every one of its periodic tasks. */
    @Bean
    TomcatConnectorCustomizer oneThreadForPeriodicTasks() {
        return connector -> connector.getService().getServer().setUtilityThreads(1);
    }
}
