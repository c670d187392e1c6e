// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * Another instance has changed a device or its credentials: what is remembered of it here is not true any more. Published
 * before the {@link DeviceEvent}.
 *
 * @param tenant null: it is not known which devices were changed
 * @param device null together with the tenant
 * @param credentialsId what the device proves itself with, or null where it is not known
 */
public record DeviceChangedElsewhere(
        @Nullable TenantId tenant, @Nullable DeviceId device, @Nullable String credentialsId) {}
