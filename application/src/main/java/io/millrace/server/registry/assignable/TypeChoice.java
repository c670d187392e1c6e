// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import java.util.UUID;

/** The type that an entity is to have. */
public sealed interface TypeChoice {

    /** The type of an entity whose request names none: the default profile; no type for kinds without profiles. */
    record Default() implements TypeChoice {}

    /** The type with this name. If it comes from a profile that the tenant does not have, the profile is added. */
    record Named(String name) implements TypeChoice {}

    /** An existing profile; only for kinds with profiles. */
    record OfProfile(UUID id) implements TypeChoice {}
}
