// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.http.JdkHttpClients;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.store.Slf4jMessageLog;
import io.millrace.rule.store.memory.InMemoryAttributeStore;
import io.millrace.rule.store.memory.InMemoryDeviceProfiles;
import io.millrace.rule.store.memory.InMemoryTimeseriesStore;
import io.millrace.server.rulechain.RuleChainsChanged;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The built-in nodes with nothing behind their ports, and what the engine would hear of changed chains. */
@Configuration
public class TestNodes {

    /**
     * An event that was published.
     *
     * @param inTransaction whether the change could still be undone then
     */
    public record Published(RuleChainsChanged event, boolean inTransaction) {}

    private final List<Published> published = new CopyOnWriteArrayList<>();

    @Bean
    @Primary
    NodeCatalogue testCatalogue(Clock clock) {
        return NodeCatalogue.builtIn(
                new NodePorts(
                        FakeScripts.answering("unused"),
                        new InMemoryTimeseriesStore(),
                        new InMemoryAttributeStore(),
                        new InMemoryDeviceProfiles(),
                        _ -> CompletableFuture.completedFuture(null),
                        new Slf4jMessageLog(),
                        new JdkHttpClients(JdkHttpClients.Settings.DEFAULT),
                        clock));
    }

    @EventListener
    void changed(RuleChainsChanged event) {
        published.add(
                new Published(
                        event, TransactionSynchronizationManager.isActualTransactionActive()));
    }

    /** All events that were published so far. */
    public List<Published> published() {
        return published;
    }
}
