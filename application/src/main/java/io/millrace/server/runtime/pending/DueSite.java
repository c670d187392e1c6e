// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.PendingMessages.Site;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/**
 * A site with due messages.
 *
 * @param exists true if the node is in the current version of its chain
 */
record DueSite(Site site, boolean exists) {

    static DueSite of(ResultSet row, int number) throws SQLException {
        return new DueSite(
                new Site(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        new RuleChainId(row.getObject("chain_id", UUID.class)),
                        new RuleNodeId(row.getObject("node_id", UUID.class)),
                        new EntityId(
                                EntityType.valueOf(row.getString("originator_type")),
                                row.getObject("originator_id", UUID.class))),
                row.getBoolean("node_exists"));
    }
}
