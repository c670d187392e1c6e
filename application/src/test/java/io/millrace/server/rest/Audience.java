// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

/** The callers that an endpoint answers, besides the victim. */
enum Audience {
    /** All callers, without a token; the call of these tests is refused (401). */
    PUBLIC,
    /** All callers get an answer without a token: it is the same for all, or (409) that there is none. */
    OPEN,
    /** Devices, by the access token in the path; the call of these tests, with an unknown one, is refused (400 or 401). */
    DEVICE,
    /** All signed-in users get an answer about themselves. */
    SIGNED_IN,
    /** It concerns only the calling user's own account, and the call of these tests is refused (400). */
    OWN_ACCOUNT,
    /** It concerns only the calling user of a tenant, and the call of these tests is refused (400). */
    CALLER,
    /** Users of tenants get an answer about their own tenant; it names no entity. */
    OWN_TENANT,
    /** Administrators of tenants get an answer about their own tenant; it names no entity. */
    OWN_TENANT_ADMIN,
    /** Administrators get an answer about what is theirs: of a tenant, or of the installation. */
    ADMINISTRATOR,
    /** Administrators of the installation get an answer about the tenants that it has. */
    INSTALLATION,
    /** It names a tenant, which only its administrators and those of the installation may access. */
    TENANT,
    /** It names an account, which only its user and the administrators of the installation may access. */
    ACCOUNT,
    /** It names a device of a tenant, which only users of customers may claim, if it has asked for it. */
    CLAIMANT,
    /** It names an entity of a tenant, which only the users of that tenant may access. */
    ENTITY,
    /** The same, and a customer's user may not call it at all. */
    ENTITY_ADMIN
}
