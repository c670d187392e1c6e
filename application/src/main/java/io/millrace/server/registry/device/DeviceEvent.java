// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;

/**
 * Something has happened to a device, and it is committed. Published as a Spring event on the instance where it
 * happened, on the thread of the request: a listener must return at once and must not throw.
 */
public sealed interface DeviceEvent {

    TenantId tenant();

    DeviceId device();

    /** There is a new device. */
    record Created(TenantId tenant, DeviceId device) implements DeviceEvent {}

    /** Name, profile, customer or data of a device are others now. */
    record Changed(TenantId tenant, DeviceId device) implements DeviceEvent {}

    /** A device proves itself with something else now: sessions that used the former must end. */
    record CredentialsChanged(TenantId tenant, DeviceId device) implements DeviceEvent {}

    /** A device is gone, with its credentials. */
    record Deleted(TenantId tenant, DeviceId device) implements DeviceEvent {}
}
