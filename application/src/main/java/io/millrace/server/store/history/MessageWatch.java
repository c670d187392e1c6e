// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A watch: every message that meets an entity is kept with its contents for a while.
 *
 * @param entity a rule node, a rule chain, or the originator of messages
 * @param until milliseconds since the epoch
 * @param user the user who began it, or null
 * @param bySave true if the debug settings of a saved rule chain made it
 */
public record MessageWatch(
        TenantId tenant, EntityId entity, long until, @Nullable UUID user, boolean bySave) {}
