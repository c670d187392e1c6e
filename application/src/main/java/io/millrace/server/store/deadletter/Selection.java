// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Selects dead letters of a tenant.
 *
 * @param sql conditions on {@code dead_letter} with named parameters, each preceded by {@code and}
 * @param params the parameters' values
 */
public record Selection(String sql, Map<String, Object> params) {

    /** Selects every letter. */
    public static final Selection ALL = new Selection("", Map.of());

    public Selection {
        params = Map.copyOf(params);
    }

    /**
     * Returns this selection, restricted to letters that were created up to the given time. A walk needs this end,
     * because a resent message that fails again becomes a new letter.
     */
    public Selection madeUntil(Instant time) {
        Map<String, Object> more = new HashMap<>(params);
        more.put("madeUntil", time.atOffset(ZoneOffset.UTC));
        return new Selection(sql + " and created_at <= :madeUntil", more);
    }

    /** Selects the letters with the given ids; at least one id. */
    public static Selection of(Set<UUID> ids) {
        return new Selection(" and id in (:ids)", Map.of("ids", Set.copyOf(ids)));
    }
}
