// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.TenantId;

/**
 * An asset profile of a tenant was changed or deleted, and that is committed. Published as a Spring event on every
 * instance.
 */
public record AssetProfilesChanged(TenantId tenant) {}
