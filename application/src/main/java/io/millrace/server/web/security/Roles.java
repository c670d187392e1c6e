// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.security.access.prepost.PreAuthorize;

/**
 * Annotations that name the roles that may call a controller's method. {@link EntityAccess} decides which entities the
 * caller may access.
 */
public final class Roles {

    private Roles() {}

    /** Administrators of the installation. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @PreAuthorize("hasAuthority('SYS_ADMIN')")
    public @interface SystemAdmin {}

    /** Administrators of a tenant. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @PreAuthorize("hasAuthority('TENANT_ADMIN')")
    public @interface TenantAdmin {}

    /** Administrators of a tenant, and those of the installation. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @PreAuthorize("hasAnyAuthority('TENANT_ADMIN', 'SYS_ADMIN')")
    public @interface Administrator {}

    /** Administrators of a tenant, and the users of its customers. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @PreAuthorize("hasAnyAuthority('TENANT_ADMIN', 'CUSTOMER_USER')")
    public @interface TenantOrCustomer {}

    /** All signed-in users. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @PreAuthorize("isAuthenticated()")
    public @interface Everybody {}
}
