// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.ChainQueues;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueRegistry;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainsChanged;
import io.millrace.server.registry.queue.QueueUsers;
import io.millrace.server.web.api.ApiException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * The queues that rule chains choose for the messages that enter them, as {@code queueName} in their configuration. The
 * queue of a device profile takes precedence.
 */
@Component
public final class ChainQueueChoices implements SmartInitializingSingleton, QueueUsers {

    private static final Logger log = LoggerFactory.getLogger(ChainQueueChoices.class);
    private static final String FIELD = "queueName";

    private final JdbcClient jdbc;
    private final QueueRegistry queues;

    ChainQueueChoices(JdbcClient jdbc, QueueRegistry queues) {
        this.jdbc = jdbc;
        this.queues = queues;
    }

    /**
     * Checks that the queue that a chain chooses, if any, exists.
     *
     * @throws ApiException (400) if the choice is not a name, or no such queue exists
     */
    public void require(TenantId tenant, RuleChainContent content) {
        JsonNode configuration = content.configuration();
        @Nullable JsonNode choice = configuration == null ? null : configuration.get(FIELD);
        if (choice == null || choice.isNull()) {
            return;
        }
        if (!choice.isString() || !queues.has(tenant, choice.asString())) {
            throw ApiException.badRequest(
                    "configuration.queueName: expected the name of an existing queue, got %s"
                            .formatted(choice));
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        load();
    }

    @EventListener
    void on(RuleChainsChanged event) {
        try {
            load();
        } catch (DataAccessException e) {
            log.warn(
                    "Cannot read the queues that rule chains choose; keeping the known choices until the next "
                            + "change: {}",
                    e.getMessage());
        }
    }

    private synchronized void load() {
        Map<RuleChainId, String> byChain = new HashMap<>();
        Map<TenantId, String> byRoot = new HashMap<>();
        jdbc.sql(
                        """
                        select id, tenant_id, root, configuration ->> 'queueName' as queue
                          from rule_chain
                         where configuration ->> 'queueName' is not null
                        """)
                .query(row -> {
                    String queue = row.getString("queue");
                    byChain.put(new RuleChainId(row.getObject("id", UUID.class)), queue);
                    if (row.getBoolean("root")) {
                        byRoot.put(new TenantId(row.getObject("tenant_id", UUID.class)), queue);
                    }
                });
        queues.choose(new ChainQueues(byChain, byRoot));
    }

    @Override
    public List<String> usersOf(QueueKey queue, int most) {
        return jdbc.sql(
                        """
                        select name, tenant_id from rule_chain
                         where configuration ->> 'queueName' = :queue and (:shared or tenant_id = :tenant)
                         order by name, tenant_id limit :most
                        """)
                .param("queue", queue.name())
                .param("shared", queue.isShared())
                .param("tenant", queue.tenant().id())
                .param("most", most)
                .query((row, _) ->
                        "rule chain '%s' of tenant %s"
                                .formatted(row.getString("name"), row.getString("tenant_id")))
                .list();
    }
}
