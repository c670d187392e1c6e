// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import io.millrace.server.platform.settings.HttpSettings;
import io.millrace.server.web.api.ErrorWriter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that limit the bodies of requests. */
@Configuration(proxyBeanMethods = false)
class BodyConfiguration {

    /** Spring Security's filter has the order -100; this one follows it. */
    private static final int AFTER_SECURITY = -90;

    @Bean
    BodyBudget bodyBudget(HttpSettings settings) {
        return new BodyBudget(settings.bodyBytesOf(Runtime.getRuntime().maxMemory()));
    }

    @Bean
    FilterRegistrationBean<BodyLimit> bodyLimit(
            BodyBudget budget, HttpSettings settings, ErrorWriter errors) {
        FilterRegistrationBean<BodyLimit> filter =
                new FilterRegistrationBean<>(new BodyLimit(budget, settings.bodyTimeout(), errors));
        filter.addUrlPatterns("/*");
        filter.setOrder(AFTER_SECURITY);
        return filter;
    }
}
