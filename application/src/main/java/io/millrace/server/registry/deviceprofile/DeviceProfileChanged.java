// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;

/** A profile has been changed or deleted, and that is committed. An event on this instance. */
public record DeviceProfileChanged(TenantId tenant, DeviceProfileId profile) {}
