// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;

/**
 * A committed change of a device. Published as a Spring event on every instance; on the one that made the change, on
 * the thread of the request. A listener must return at once and must not throw.
 */
public sealed interface DeviceEvent {

    TenantId tenant();

    DeviceId device();

    /** A device was created. Published only on the instance that created it. */
    record Created(TenantId tenant, DeviceId device) implements DeviceEvent {}

    /** Name, profile, customer or data of a device changed. */
    record Changed(TenantId tenant, DeviceId device) implements DeviceEvent {}

    /** The credentials of a device changed: sessions that used the former ones must end. */
    record CredentialsChanged(TenantId tenant, DeviceId device) implements DeviceEvent {}

    /** A device was deleted with its credentials. */
    record Deleted(TenantId tenant, DeviceId device) implements DeviceEvent {}
}
