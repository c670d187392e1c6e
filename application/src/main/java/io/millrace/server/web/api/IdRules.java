// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.List;
import java.util.UUID;

/** Checks lists of ids in the query of a request. */
public final class IdRules {

    /** The most ids of one request; with more the line of the request comes near to the limit of HTTP servers. */
    public static final int MAX_IDS = 100;

    private IdRules() {}

    /**
     * Returns the ids if they are not too many.
     *
     * @param parameter name of the parameter that has the ids
     * @throws ApiException (400) if there are more than {@value #MAX_IDS}
     */
    public static List<UUID> limited(String parameter, List<UUID> ids) {
        if (ids.size() > MAX_IDS) {
            throw ApiException.badRequest(
                    "%s: expected at most %d ids, got %d"
                            .formatted(parameter, MAX_IDS, ids.size()));
        }
        return ids;
    }
}
