// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import java.util.UUID;

/** Which profile an entity is to have. */
public sealed interface ProfileChoice {

    /** A profile that the caller may use. */
    record Existing(UUID id) implements ProfileChoice {}

    /** The profile of a name; it is added if the tenant has none. */
    record Named(String name) implements ProfileChoice {}

    /** The default profile of the tenant. */
    record Default() implements ProfileChoice {}
}
