// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.routing;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Spring MVC's mapping with an index. For a path with a variable Spring MVC compares the request with each of several
 * hundred methods, and their media types before their paths. If exactly one method of those that the index gives
 * matches, it is the one that Spring MVC would find; everything else is left to Spring MVC.
 */
final class IndexedHandlerMapping extends RequestMappingHandlerMapping {

    private volatile @Nullable MethodIndex index;

    @Override
    protected @Nullable HandlerMethod lookupHandlerMethod(
            String lookupPath, HttpServletRequest request) throws Exception {
        HandlerMethod method = onlyMatch(lookupPath, request);
        return method == null ? super.lookupHandlerMethod(lookupPath, request) : method;
    }

    private @Nullable HandlerMethod onlyMatch(String path, HttpServletRequest request) {
        if (path.indexOf('%') >= 0 || path.indexOf(';') >= 0) {
            return null;
        }
        RequestMappingInfo match = null;
        HandlerMethod method = null;
        for (Map.Entry<RequestMappingInfo, HandlerMethod> each : index().of(path).entrySet()) {
            RequestMappingInfo matching = getMatchingMapping(each.getKey(), request);
            if (matching != null) {
                if (match != null) {
                    return null;
                }
                match = matching;
                method = each.getValue();
            }
        }
        if (match != null && method != null) {
            request.setAttribute(BEST_MATCHING_HANDLER_ATTRIBUTE, method);
            handleMatch(match, path, request);
        }
        return method;
    }

    /** The methods are registered before the first request. */
    private MethodIndex index() {
        MethodIndex known = index;
        if (known == null) {
            known = MethodIndex.of(getHandlerMethods());
            index = known;
        }
        return known;
    }
}
