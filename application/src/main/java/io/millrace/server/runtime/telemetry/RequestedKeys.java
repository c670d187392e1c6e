// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.swagger.v3.oas.annotations.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * The keys that a request names in its query parameters. Both may be repeated.
 *
 * @param keys keys that are separated by commas, without the spaces around them
 * @param key one key, exactly: it may have commas and outer spaces
 */
record RequestedKeys(
        @Parameter(description = "Keys, separated by commas") List<String> keys,
        @Parameter(
                        description =
                                "One key, exactly: it may have commas and outer spaces. May be repeated.")
                List<String> key) {

    /** Returns the named keys, each once; empty if there are none. */
    List<String> names() {
        return Stream.concat(
                        keys.stream()
                                .flatMap(list -> Arrays.stream(list.split(",")))
                                .map(String::strip),
                        key.stream())
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /** Reads the keys from the query; Spring would split a single parameter at its commas. */
    static final class Resolver implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == RequestedKeys.class;
        }

        @Override
        public RequestedKeys resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binders) {
            return new RequestedKeys(values(request, "keys"), values(request, "key"));
        }

        private static List<String> values(NativeWebRequest request, String name) {
            String @Nullable [] values = request.getParameterValues(name);
            return values == null ? List.of() : List.of(values);
        }
    }
}
