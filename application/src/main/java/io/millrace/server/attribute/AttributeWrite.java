// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.attribute;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Attributes of one entity and scope to be replaced together. */
record AttributeWrite(
        TenantId tenant,
        UUID entity,
        AttributeScope scope,
        List<KeyValue> attributes,
        long updatedAt,
        @Nullable Lease lease) {}
