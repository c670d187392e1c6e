// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.server.platform.page.PageLink;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Creates a {@link PageLink} from a request's query parameters. */
final class PageLinkResolver implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == PageLink.class;
    }

    @Override
    public PageLink resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return new PageLink(
                required(request, "pageSize"),
                required(request, "page"),
                request.getParameter("textSearch"),
                request.getParameter("sortProperty"),
                request.getParameter("sortOrder"));
    }

    private static int required(NativeWebRequest request, String name) {
        String text = request.getParameter(name);
        if (text == null) {
            throw ApiException.badRequest(name + ": is required");
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw ApiException.badRequest("%s: '%s' is not a number".formatted(name, text));
        }
    }
}
