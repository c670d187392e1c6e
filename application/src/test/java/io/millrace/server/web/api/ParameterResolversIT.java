// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestServer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.ModelAttributeMethodProcessor;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

class ParameterResolversIT {

    private final ApplicationContext context = RestServer.running().context();
    private final Collection<HandlerMethod> handlers =
            context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                    .getHandlerMethods()
                    .values();
    private final List<HandlerMethodArgumentResolver> resolvers =
            Objects.requireNonNull(
                    context.getBean(RequestMappingHandlerAdapter.class).getArgumentResolvers());

    /** The binder of Spring reads the class file of a record at each request. */
    @Test
    void noParameterIsLeftToTheBinderOfSpring() {
        assertThat(parameters(QueryParameters.class)).isNotEmpty();
        assertThat(parameters(Object.class))
                .isNotEmpty()
                .noneMatch(
                        parameter -> resolver(parameter) instanceof ModelAttributeMethodProcessor);
    }

    private List<MethodParameter> parameters(Class<?> type) {
        return handlers.stream()
                .filter(handler -> handler.getBeanType().getName().startsWith("io.millrace."))
                .flatMap(handler -> Stream.of(handler.getMethodParameters()))
                .filter(parameter -> type.isAssignableFrom(parameter.getParameterType()))
                .toList();
    }

    private HandlerMethodArgumentResolver resolver(MethodParameter parameter) {
        return resolvers.stream()
                .filter(each -> each.supportsParameter(parameter))
                .findFirst()
                .orElseThrow();
    }
}
