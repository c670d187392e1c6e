// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.user.Authority;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Annotations that name the roles that may call a controller's method; {@link RoleCheck} enforces them. {@link EntityAccess} decides
 * which entities the caller may access.
 */
public final class Roles {

    private Roles() {}

    /** What the other annotations mean: callers with one of these authorities. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.ANNOTATION_TYPE)
    public @interface Allowed {

        /** Never empty. */
        Authority[] value();
    }

    /** Administrators of the installation. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Allowed(Authority.SYS_ADMIN)
    public @interface SystemAdmin {}

    /** Administrators of a tenant. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Allowed(Authority.TENANT_ADMIN)
    public @interface TenantAdmin {}

    /** Administrators of a tenant, and those of the installation. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Allowed({Authority.TENANT_ADMIN, Authority.SYS_ADMIN})
    public @interface Administrator {}

    /** Administrators of a tenant, and the users of its customers. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Allowed({Authority.TENANT_ADMIN, Authority.CUSTOMER_USER})
    public @interface TenantOrCustomer {}

    /** Users of customers. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Allowed(Authority.CUSTOMER_USER)
    public @interface CustomerUser {}

    /** All signed-in users. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Allowed({Authority.SYS_ADMIN, Authority.TENANT_ADMIN, Authority.CUSTOMER_USER})
    public @interface Everybody {}
}
