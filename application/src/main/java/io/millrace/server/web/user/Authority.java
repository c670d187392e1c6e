// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

/** The role of an account, under ThingsBoard's names. */
public enum Authority {
    /** Administers the installation; has no access to the data of tenants. */
    SYS_ADMIN,
    /** Has full access within its tenant. */
    TENANT_ADMIN,
    /** Sees the entities that are assigned to its customer. */
    CUSTOMER_USER
}
