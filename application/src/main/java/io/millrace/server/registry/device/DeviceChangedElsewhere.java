// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * Another instance has changed a device or its credentials, so that the caches of this instance are stale. Published
 * before the {@link DeviceEvent}.
 *
 * @param tenant null: any device may have changed
 * @param device null together with the tenant
 * @param credentialsId id of the credentials of the device, or null if it is not known
 */
public record DeviceChangedElsewhere(
        @Nullable TenantId tenant, @Nullable DeviceId device, @Nullable String credentialsId) {}
