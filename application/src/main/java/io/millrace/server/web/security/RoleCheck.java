// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Checks {@link Roles} before the arguments of a controller's method are read. Spring's method security would do it with
 * a generated class for each controller, which the start of the service would have to wait for.
 */
final class RoleCheck implements HandlerInterceptor {

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method) {
            Roles.Allowed allowed = method.getMethodAnnotation(Roles.Allowed.class);
            if (allowed != null && !isOneOf(allowed, caller())) {
                throw new AccessDeniedException("The caller's role may not call this method");
            }
        }
        return true;
    }

    private static boolean isOneOf(Roles.Allowed allowed, @Nullable SecurityUser caller) {
        return caller != null && Arrays.asList(allowed.value()).contains(caller.authority());
    }

    private static @Nullable SecurityUser caller() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication instanceof UserAuthentication user ? user.getPrincipal() : null;
    }
}
