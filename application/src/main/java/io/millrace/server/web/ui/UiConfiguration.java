// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.EncodedResourceResolver;

/**
 * Configures how browsers cache the UI's files. Files under {@code /assets} have a hash of their content in the name
 * and never change; the page that refers to them is revalidated on each request. Files that the build has compressed
 * (with an additional {@code .gz}) are sent so to browsers that accept it.
 */
@Configuration(proxyBeanMethods = false)
class UiConfiguration implements WebMvcConfigurer {

    private static final String FILES = "classpath:/META-INF/resources/";

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        compressed(
                registry.addResourceHandler("/assets/**")
                        .addResourceLocations(FILES + "assets/")
                        .setCacheControl(
                                CacheControl.maxAge(Duration.ofDays(365))
                                        .cachePublic()
                                        .immutable()));
        compressed(
                registry.addResourceHandler("/**")
                        .addResourceLocations(FILES)
                        .setCacheControl(CacheControl.noCache()));
    }

    private static void compressed(ResourceHandlerRegistration files) {
        EncodedResourceResolver gzip = new EncodedResourceResolver();
        gzip.setContentCodings(List.of("gzip"));
        files.resourceChain(true).addResolver(gzip);
    }
}
