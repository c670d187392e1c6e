// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.actor.system.ActorSystemListener;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueListener;
import io.millrace.queue.kafka.KafkaQueue;
import io.millrace.rule.engine.NodeListener;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.server.platform.groupcommit.CommitListener;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.peer.Peers;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.runtime.connection.directory.ListedConnections;
import io.millrace.server.runtime.connection.peer.PeerFigures;
import io.millrace.server.runtime.devicethrottle.ThrottledProvisioning;
import io.millrace.server.runtime.httpdevice.DeviceApiFigures;
import io.millrace.server.runtime.path.PathRing;
import io.millrace.server.runtime.push.PushMetrics;
import io.millrace.server.store.alarm.AlarmRetention;
import io.millrace.server.store.deadletter.DeadLetterListener;
import io.millrace.server.store.history.HistoryListener;
import io.millrace.server.store.history.HistoryStorage;
import io.millrace.server.store.timeseries.RetentionSweep;
import io.millrace.server.store.timeseries.TimeseriesStorage;
import io.millrace.server.store.timeseries.TimeseriesStorage.Statistics;
import io.millrace.server.web.body.BodyBudget;
import io.millrace.server.web.peer.PeerListener;
import io.millrace.server.web.security.SignInStatistics;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Binds the statistics of the modules to Micrometer and to Spring Boot's health. */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {

    @Bean
    MeterClock meterClock() {
        return new MeterClock();
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask meterClockBeat(MeterClock meterClock) {
        PeriodicTask beat = new PeriodicTask("meter-clock", MeterClock.BEAT, meterClock::beat);
        beat.start(MeterClock.BEAT);
        return beat;
    }

    @Bean
    QueueListener queueMeters(MeterRegistry registry) {
        return new QueueMeters(registry);
    }

    @Bean
    MqttMetrics mqttMeters(MeterRegistry registry) {
        return new MqttMeters(registry);
    }

    @Bean
    PushMetrics pushMeters(MeterRegistry registry) {
        return new PushMeters(registry);
    }

    @Bean
    MeterBinder signInMeters(SignInStatistics statistics) {
        return new SignInMeters(statistics);
    }

    @Bean
    MeterBinder provisioningMeters(ThrottledProvisioning provisioning) {
        return new ProvisioningMeters(provisioning);
    }

    @Bean
    MeterBinder bodyMeters(BodyBudget budget) {
        return new BodyMeters(budget);
    }

    @Bean
    MeterBinder entityLookupMeters(List<AssignableRepository<?>> repositories) {
        return new EntityLookupMeters(repositories);
    }

    @Bean
    ActorSystemListener actorMeters(MeterRegistry registry) {
        return new ActorMeters(registry);
    }

    @Bean
    NodeListener nodeMeters(MeterRegistry registry) {
        return new NodeMeters(registry);
    }

    @Bean
    CommitListener commitMeters(MeterRegistry registry) {
        return new CommitMeters(registry);
    }

    @Bean
    DeadLetterListener deadLetterMeters(MeterRegistry registry) {
        return new DeadLetterMeters(registry);
    }

    @Bean
    HistoryListener historyMeters(MeterRegistry registry) {
        return new HistoryMeters(registry);
    }

    @Bean
    MeterBinder historyQueueMeters(HistoryStorage history, RuleEngine engine) {
        return registry -> {
            Gauge.builder("millrace.history.queued.bytes", history, HistoryStorage::bytesQueued)
                    .description("Memory of messages that wait to be kept with their contents")
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder(
                            "millrace.history.contents.not.held",
                            engine,
                            RuleEngine::contentsNotKept)
                    .description(
                            "Visits to nodes whose contents are not held, because the messages under way hold too much")
                    .register(registry);
        };
    }

    @Bean
    MeterBinder ledgerMeters(QueueEngine queue) {
        return new LedgerMeters(queue);
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    MeterBinder kafkaMeters(QueueEngine queue) {
        return queue instanceof KafkaQueue kafka ? new KafkaMeters(kafka::statistics) : _ -> {};
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    HealthIndicator kafkaHealthIndicator(QueueEngine queue) {
        return new KafkaHealth(() -> !(queue instanceof KafkaQueue kafka) || kafka.isAvailable());
    }

    @Bean
    MeterBinder loadedChains(RuleEngine engine) {
        return registry ->
                Gauge.builder("millrace.chains.loaded", engine, RuleEngine::loadedChains)
                        .description("Rule chains whose nodes run on this instance")
                        .register(registry);
    }

    @Bean
    PeerListener peerMeters(MeterRegistry registry) {
        return new PeerMeters(registry);
    }

    @Bean
    MeterBinder knownPeers(Peers peers) {
        return registry ->
                Gauge.builder("millrace.peers.known", peers, known -> known.known().size())
                        .description("Other instances of the cluster that this one knows")
                        .register(registry);
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    HealthIndicator peersHealthIndicator(Peers peers) {
        return new PeerHealth(peers);
    }

    @Bean
    MeterBinder connectionMeters(
            ListedConnections listed, DeviceApiFigures http, ObjectProvider<PeerFigures> peers) {
        return new ConnectionMeters(listed, http, peers.getIfAvailable());
    }

    @Bean
    MeterBinder pathMeters(PathRing paths) {
        return registry ->
                FunctionCounter.builder("millrace.paths.too.long", paths, PathRing::tooLong)
                        .description("Paths of messages that were too long to be kept")
                        .register(registry);
    }

    @Bean
    MeterBinder scriptMeters(ScriptEngines scripts) {
        return new ScriptMeters(scripts);
    }

    @Bean
    MeterBinder storageMeters(TimeseriesStorage storage, StorageHealth health) {
        return registry -> {
            rows(storage, registry, "copied", Statistics::rowsCopied);
            rows(storage, registry, "merged", Statistics::rowsMerged);
            gauge(storage, registry, "writes.waiting", Statistics::waitingWrites);
            gauge(storage, registry, "bytes.under.way", Statistics::bytesUnderWay);
            gauge(storage, registry, "latest.bytes", Statistics::latestBytes);
            Gauge.builder("millrace.storage.available", health, h -> h.isAvailable() ? 1 : 0)
                    .description(
                            "1 if the database is available; 0 while an operation waits for it, or its disk is full")
                    .register(registry);
            Gauge.builder("millrace.storage.full", health, h -> h.full().isPresent() ? 1 : 0)
                    .description("1 while messages are not taken in because the disk is full")
                    .register(registry);
        };
    }

    @Bean
    MeterBinder retentionMeters(RetentionSweep sweep, AlarmRetention alarms) {
        return new RetentionMeters(sweep, alarms);
    }

    private static void rows(
            TimeseriesStorage storage,
            MeterRegistry registry,
            String way,
            ToDoubleFunction<Statistics> figure) {
        FunctionCounter.builder(
                        "millrace.timeseries.rows",
                        storage,
                        s -> figure.applyAsDouble(s.statistics()))
                .description("Written rows of time series")
                .tag("way", way)
                .register(registry);
    }

    private static void gauge(
            TimeseriesStorage storage,
            MeterRegistry registry,
            String name,
            ToDoubleFunction<Statistics> figure) {
        Gauge.builder(
                        "millrace.timeseries." + name,
                        storage,
                        s -> figure.applyAsDouble(s.statistics()))
                .register(registry);
    }

    /**
     * Part of readiness: an instance that waits for the database, or for room on its disk, is alive, but must get no more
     * work.
     */
    @Bean
    HealthIndicator storageHealthIndicator(StorageHealth health) {
        return () -> {
            Optional<String> full = health.full();
            if (full.isPresent()) {
                return Health.outOfService().withDetail("storage", full.get()).build();
            }
            return health.isAvailable()
                    ? Health.up().build()
                    : Health.outOfService().withDetail("database", "unavailable").build();
        };
    }
}
