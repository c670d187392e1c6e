// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;

/** A device profile was changed or deleted, and that is committed. Published as a Spring event on every instance. */
public record DeviceProfileChanged(TenantId tenant, DeviceProfileId profile) {}
