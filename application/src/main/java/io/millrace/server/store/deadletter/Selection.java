// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Which of a tenant's letters are meant.
 *
 * @param sql conditions on {@code dead_letter} with named parameters, each after an {@code and}
 * @param params the parameters' values
 */
public record Selection(String sql, Map<String, Object> params) {

    /** Every letter. */
    public static final Selection ALL = new Selection("", Map.of());

    public Selection {
        params = Map.copyOf(params);
    }

    /**
     * Those of them that were made until then. Whoever goes through letters while others are made needs an end: what is sent
     * again and fails again is a new letter.
     */
    public Selection madeUntil(Instant time) {
        Map<String, Object> more = new HashMap<>(params);
        more.put("madeUntil", time.atOffset(ZoneOffset.UTC));
        return new Selection(sql + " and created_at <= :madeUntil", more);
    }

    /** The letters with these ids; at least one. */
    public static Selection of(Set<UUID> ids) {
        return new Selection(" and id in (:ids)", Map.of("ids", Set.copyOf(ids)));
    }
}
