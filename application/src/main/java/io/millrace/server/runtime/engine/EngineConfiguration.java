// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.ActorSystemListener;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.memory.MemoryQueue;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.catalog.NodePorts;
import io.millrace.rule.engine.EnginePorts;
import io.millrace.rule.engine.EngineSettings;
import io.millrace.rule.engine.NodeListener;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.http.HttpClients;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.rule.script.remote.WorkerSettings;
import io.millrace.rule.sending.BoundedSends;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.DeviceRpcReplies;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityViews;
import io.millrace.rule.store.EntityWrites;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.NodeTimers;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RestReplies;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.Slf4jMessageLog;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.testrun.TestRunner;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.plugin.NodePortsOfPlugins;
import io.millrace.server.platform.plugin.Plugins;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.JavaScriptSettings;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.platform.start.DataDirectory;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.tenant.TenantWeights;
import io.millrace.server.store.inflight.FormerDeliveries;
import io.millrace.server.store.inflight.InFlightStorage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Beans of queue, scripts, nodes and engine. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

    private static final Duration CLOCK_BEAT = Duration.ofMillis(500);

    @Bean
    StandstillClock messageClock(StorageHealth health) {
        StandstillClock clock = new StandstillClock(System::nanoTime);
        StandstillClock.Brake outage = clock.brake();
        health.onChange(available -> {
            if (available) {
                outage.release();
            } else {
                outage.pull();
            }
        });
        return clock;
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask messageClockBeat(StandstillClock messageClock) {
        PeriodicTask beat = new PeriodicTask("message-clock", CLOCK_BEAT, messageClock::beat);
        beat.start(CLOCK_BEAT);
        return beat;
    }

    @Bean(destroyMethod = "")
    QueueEngine messageQueue(
            QueueSettings settings,
            QueueRegistry queues,
            InFlightStorage inFlight,
            LaneSettings lanes,
            LaneEngine.Environment environment,
            ObjectProvider<KafkaEngine> kafka) {
        return switch (settings.queue()) {
            case MEMORY -> new MemoryQueue(queues, lanes, inFlight, environment);
            case KAFKA -> kafka.getObject().open(queues, lanes, environment);
        };
    }

    @Bean
    LaneSettings laneSettings() {
        return LaneSettings.forHeap(Runtime.getRuntime().maxMemory());
    }

    @Bean
    LaneEngine.Environment laneEnvironment(
            DeadLetterStore deadLetters,
            List<QueueListener> listeners,
            TenantWeights weights,
            StandstillClock messageClock) {
        return LaneEngine.Environment.of(
                deadLetters, new QueueListeners(listeners), weights, messageClock);
    }

    @Bean
    MessageIntake messageIntake(QueueEngine queue, DeviceProfiles devices, AssetProfiles assets) {
        return new QueueIntake(queue, devices, assets);
    }

    @Bean
    ScriptEngines scriptEngines(JavaScriptSettings settings, DataDirectory directory) {
        return new ScriptEngines(
                ScriptSettings.defaults(),
                WorkerSettings.defaults()
                        .withHeap(settings.heap().toBytes())
                        .withSpare(settings.spare())
                        .withOwnProcesses(settings.ownProcesses()),
                JarCommand.ofThisProcess(new JavaScriptLibraries(directory.path())::unpacked));
    }

    @Bean
    NodePorts nodePorts(
            Scripts scripts,
            TimeseriesStore timeseries,
            TimeseriesReads timeseriesReads,
            AttributeStore attributes,
            EntityStore entities,
            EntityWrites entityWrites,
            EntityViews entityViews,
            RelationStore relations,
            AlarmStore alarms,
            DeviceCredentialsStore deviceCredentials,
            DeviceProfiles deviceProfiles,
            AssetProfiles assetProfiles,
            MessageIntake intake,
            PendingMessages pending,
            RuleStates ruleStates,
            RestReplies restReplies,
            DeviceRpc deviceRpc,
            DeviceRpcReplies deviceRpcReplies,
            DeviceNotifications deviceNotifications,
            DeviceStates deviceStates,
            @Lazy HttpClients http,
            OutgoingAddresses addresses,
            NodeTimers timers,
            InstanceSettings instance,
            Clock clock) {
        return new NodePorts(
                scripts,
                timeseries,
                timeseriesReads,
                attributes,
                entities,
                entityWrites,
                entityViews,
                relations,
                alarms,
                deviceCredentials,
                deviceProfiles,
                assetProfiles,
                intake,
                pending,
                ruleStates,
                restReplies,
                deviceRpc,
                deviceRpcReplies,
                deviceNotifications,
                deviceStates,
                new Slf4jMessageLog(),
                http,
                BoundedSends::new,
                addresses,
                timers,
                instance.instanceId(),
                clock);
    }

    /** The engine is created later, because it needs the nodes. */
    @Bean
    DeviceStates deviceStates(
            DeviceDirectory devices, DatabaseLookups lookups, ObjectProvider<RuleEngine> engine) {
        return new ReportedStates(devices, lookups, engine::getObject, Ticker.systemTicker());
    }

    @Bean
    SharedTimers nodeTimers() {
        return new SharedTimers();
    }

    @Bean
    NodeCatalogue nodeCatalogue(NodePorts ports, Plugins plugins, Environment environment) {
        return catalogue(ports, plugins, environment);
    }

    private static NodeCatalogue catalogue(
            NodePorts ports, Plugins plugins, Environment environment) {
        return plugins.joinedTo(
                NodeCatalogue.builtIn(ports),
                new NodePortsOfPlugins(
                        ports, name -> environment.getProperty("millrace.nodes." + name)));
    }

    @Bean
    TestRunner testRunner(
            NodePorts ports, RuleChainStore chains, Plugins plugins, Environment environment) {
        return new TestRunner(each -> catalogue(each, plugins, environment), ports, chains);
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
            ActiveDevices activeDevices,
            NodeListener listener,
            Clock clock) {
        return new RuleEngine(
                EngineSettings.DEFAULTS,
                actors,
                new EnginePorts(
                        new PatientChainStore(chains, lookups),
                        new CatalogueNodes(catalogue),
                        attributes,
                        intake,
                        activeDevices),
                clock,
                listener);
    }

    @Bean
    EngineLifecycle engineLifecycle(QueueEngine queue, RuleEngine engine) {
        return new EngineLifecycle(queue, engine);
    }

    @Bean
    SmartLifecycle formerDeliveries(
            QueueSettings settings,
            QueueEngine queue,
            Transactions transactions,
            InFlightStorage inFlight,
            DataSource dataSource) {
        FormerDeliveries former = new FormerDeliveries(transactions);
        return switch (settings.queue()) {
            case MEMORY -> new AdoptedDeliveries(former);
            case KAFKA -> new ReplayedDeliveries(queue, former, inFlight, dataSource);
        };
    }

    @Bean
    EngineChangeListener engineChanges(RuleEngine engine, QueueEngine queue) {
        return new EngineChangeListener(engine, queue);
    }
}
