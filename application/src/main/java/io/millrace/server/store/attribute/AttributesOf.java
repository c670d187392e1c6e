// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import java.util.UUID;

/** Names the attributes of one scope of an entity, as the tenant sees them. */
record AttributesOf(TenantId tenant, UUID entity, AttributeScope scope) {}
