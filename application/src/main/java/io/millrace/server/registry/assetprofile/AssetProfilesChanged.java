// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.TenantId;

/** Profiles of a tenant's assets are others than before, and that is committed. Published as a Spring event on every instance. */
public record AssetProfilesChanged(TenantId tenant) {}
