// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceProfileId;

/** Which profile a device shall have. */
sealed interface ProfileChoice {

    /** One that the caller may use. */
    record Existing(DeviceProfileId id) implements ProfileChoice {}

    /** The one of a name; it is made where the tenant has none yet. */
    record Named(String name) implements ProfileChoice {}

    /** The tenant's default. */
    record Default() implements ProfileChoice {}
}
