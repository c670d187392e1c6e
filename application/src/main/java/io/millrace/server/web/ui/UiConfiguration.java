// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * How browsers keep the UI's files. Those under {@code /assets} have a hash of their content in the name and never
 * change; the page that names them is asked for anew each time.
 */
@Configuration(proxyBeanMethods = false)
class UiConfiguration implements WebMvcConfigurer {

    private static final String FILES = "classpath:/META-INF/resources/";

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/assets/**")
                .addResourceLocations(FILES + "assets/")
                .setCacheControl(
                        CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
        registry.addResourceHandler("/**")
                .addResourceLocations(FILES)
                .setCacheControl(CacheControl.noCache());
    }
}
