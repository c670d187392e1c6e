// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.time.Clock;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.ByteArrayHttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Beans and settings that all controllers share. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new PageLinkResolver());
        resolvers.add(new QueryParametersResolver());
    }

    /**
     * Limits the converters to JSON, text and bytes; other formats on the class path, such as YAML, are not used for
     * requests.
     */
    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        converters.disableDefaults().addCustomConverter(new ByteArrayHttpMessageConverter());
    }

    /** Nothing, so that Spring does not set up a validator: no parameter has annotations of Jakarta Validation. */
    @Override
    public Validator getValidator() {
        return new NoValidation();
    }

    private static final class NoValidation implements Validator {

        @Override
        public boolean supports(Class<?> type) {
            return false;
        }

        @Override
        public void validate(Object target, Errors errors) {}
    }

    /** JSON of requests, responses and stored documents: Jackson's defaults, with typed ids. */
    @Bean
    JsonMapper jsonMapper() {
        return JsonMapper.builder().addModule(new IdJson()).build();
    }

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    ErrorWriter errorWriter(JsonMapper json, Clock clock) {
        return new ErrorWriter(json, clock);
    }
}
