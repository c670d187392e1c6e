// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

/** Whom an endpoint answers, apart from the victim. */
enum Audience {
    /** Anybody, without a token. */
    PUBLIC,
    /** Everybody who has signed in gets an answer about themselves. */
    EVERYBODY,
    /** It concerns nobody but the user of a tenant who calls, and the call of these tests is refused (400). */
    CALLER,
    /** Users of tenants get an answer about their own tenant; it names no entity. */
    OWN_TENANT,
    /** Administrators of tenants get an answer about their own tenant; it names no entity. */
    OWN_TENANT_ADMIN,
    /** Administrators get an answer about what is theirs: of a tenant, or of the installation. */
    ADMINISTRATOR,
    /** Administrators of the installation get an answer about the tenants that it has. */
    INSTALLATION,
    /** It names a tenant as such, which its administrators and those of the installation reach. */
    TENANT,
    /** It names an account, which none but itself and the administrators of the installation reach. */
    ACCOUNT,
    /** It names an entity of a tenant, which none but the users of that tenant reach. */
    ENTITY,
    /** The same, and a customer's user may not call it at all. */
    ENTITY_ADMIN
}
