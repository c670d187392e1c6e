// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.routing;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * Controller methods by the first two segments of their paths.
 *
 * @param byBeginning the methods with text there, and the open ones
 * @param open the methods with a variable or a wildcard there, which paths of any beginning can match
 */
record MethodIndex(
        Map<String, Map<RequestMappingInfo, HandlerMethod>> byBeginning,
        Map<RequestMappingInfo, HandlerMethod> open) {

    static MethodIndex of(Map<RequestMappingInfo, HandlerMethod> methods) {
        Map<String, Map<RequestMappingInfo, HandlerMethod>> byBeginning = new HashMap<>();
        Map<RequestMappingInfo, HandlerMethod> open = new LinkedHashMap<>();
        methods.forEach((mapping, method) -> {
            for (String pattern : mapping.getPatternValues()) {
                String beginning = beginning(pattern);
                boolean isText = beginning.chars().noneMatch(each -> "{*?".indexOf(each) >= 0);
                (isText ? byBeginning.computeIfAbsent(beginning, _ -> new LinkedHashMap<>()) : open)
                        .put(mapping, method);
            }
        });
        byBeginning.values().forEach(found -> found.putAll(open));
        return new MethodIndex(byBeginning, open);
    }

    /** The methods that can match a path without encoded characters and parameters. */
    Map<RequestMappingInfo, HandlerMethod> of(String path) {
        return byBeginning.getOrDefault(beginning(path), open);
    }

    private static String beginning(String path) {
        int second = path.indexOf('/', 1);
        int third = second < 0 ? -1 : path.indexOf('/', second + 1);
        return third < 0 ? path : path.substring(0, third);
    }
}
