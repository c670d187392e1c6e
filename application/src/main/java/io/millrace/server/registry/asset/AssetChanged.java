// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.TenantId;

/**
 * An asset was created, changed or deleted, and that is committed. Published as a Spring event on every instance: a
 * listener must return at once and must not throw.
 */
public record AssetChanged(TenantId tenant, AssetId asset) {}
