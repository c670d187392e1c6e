// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

/** What an account may do, by ThingsBoard's names. */
public enum Authority {
    /** Runs the installation; sees nothing that belongs to tenants. */
    SYS_ADMIN,
    /** Does everything inside the own tenant. */
    TENANT_ADMIN,
    /** Sees what is assigned to the own customer. */
    CUSTOMER_USER
}
