// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetProfileId;

/** Which profile an asset shall have. */
sealed interface ProfileChoice {

    /** One that the caller may use. */
    record Existing(AssetProfileId id) implements ProfileChoice {}

    /** The one of a name; it is made where the tenant has none yet. */
    record Named(String name) implements ProfileChoice {}

    /** The tenant's default. */
    record Default() implements ProfileChoice {}
}
