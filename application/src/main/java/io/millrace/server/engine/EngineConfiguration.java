// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.engine;

import io.millrace.actor.ActorSystem;
import io.millrace.actor.ActorSystemListener;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.memory.MemoryQueue;
import io.millrace.queue.memory.MemoryQueueSettings;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.engine.EnginePorts;
import io.millrace.rule.engine.EngineSettings;
import io.millrace.rule.engine.NodeListener;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.http.JdkHttpClients;
import io.millrace.rule.script.ScriptEngines;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.Slf4jMessageLog;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.server.api.DatabaseLookups;
import io.millrace.server.groupcommit.StorageHealth;
import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Queue, scripts, nodes and engine. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

    @Bean
    StandstillClock messageClock(StorageHealth health) {
        StandstillClock clock = new StandstillClock(System::nanoTime);
        health.onChange(available -> {
            if (available) {
                clock.go();
            } else {
                clock.stop();
            }
        });
        return clock;
    }

    @Bean(destroyMethod = "")
    MemoryQueue messageQueue(
            InFlightStore inFlight,
            DeadLetterStore deadLetters,
            List<QueueListener> listeners,
            StandstillClock messageClock) {
        return new MemoryQueue(
                QueueDefinition.MAIN,
                MemoryQueueSettings.forHeap(Runtime.getRuntime().maxMemory()),
                inFlight,
                deadLetters,
                new QueueListeners(listeners),
                messageClock);
    }

    @Bean
    MessageIntake messageIntake(MemoryQueue queue, DeviceProfiles profiles) {
        return new QueueIntake(queue, profiles);
    }

    @Bean
    ScriptEngines scriptEngines() {
        return new ScriptEngines(ScriptSettings.defaults());
    }

    /** Lazy, as it reads the certificates that the JDK trusts. */
    @Bean
    @Lazy
    JdkHttpClients httpClients() {
        return new JdkHttpClients(JdkHttpClients.Settings.DEFAULT);
    }

    @Bean
    NodeCatalogue nodeCatalogue(
            Scripts scripts,
            TimeseriesStore timeseries,
            AttributeStore attributes,
            DeviceProfiles profiles,
            MessageIntake intake,
            @Lazy HttpClients http,
            Clock clock) {
        return NodeCatalogue.builtIn(
                new NodePorts(
                        scripts,
                        timeseries,
                        attributes,
                        profiles,
                        intake,
                        new Slf4jMessageLog(),
                        http,
                        clock));
    }

    @Bean
    ActorSystem actorSystem(ActorSystemListener listener) {
        return ActorSystem.builder("engine").listener(listener).build();
    }

    @Bean(destroyMethod = "")
    RuleEngine ruleEngine(
            ActorSystem actors,
            RuleChainStore chains,
            DatabaseLookups lookups,
            NodeCatalogue catalogue,
            AttributeStore attributes,
            MessageIntake intake,
            NodeListener listener,
            Clock clock) {
        return new RuleEngine(
                EngineSettings.DEFAULTS,
                actors,
                new EnginePorts(
                        new PatientChainStore(chains, lookups),
                        new CatalogueNodes(catalogue),
                        attributes,
                        intake),
                clock,
                listener);
    }

    @Bean
    EngineLifecycle engineLifecycle(MemoryQueue queue, RuleEngine engine) {
        return new EngineLifecycle(queue, engine);
    }

    @Bean
    ChangedChains changedChains(RuleEngine engine) {
        return new ChangedChains(engine);
    }
}
