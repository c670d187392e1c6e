// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.storage;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.CommitListener;
import io.millrace.server.platform.groupcommit.FencedTransactions;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.DatabaseProbe;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.periodic.RowPace;
import io.millrace.server.platform.postgres.ConnectionPools;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.platform.settings.RetentionSettings;
import io.millrace.server.platform.settings.StorageSettings;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.entityview.EntityView;
import io.millrace.server.runtime.telemetry.StoredTelemetry;
import io.millrace.server.runtime.telemetry.TelemetryOfViews;
import io.millrace.server.runtime.telemetry.TelemetryReads;
import io.millrace.server.store.alarm.AlarmRetention;
import io.millrace.server.store.alarm.AlarmStorage;
import io.millrace.server.store.alarm.AlarmTransactions;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.attribute.AttributeStorage;
import io.millrace.server.store.attribute.AttributeTransactions;
import io.millrace.server.store.deadletter.DeadLetterStorage;
import io.millrace.server.store.inflight.InFlightStorage;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.rulestate.RuleStateStorage;
import io.millrace.server.store.timeseries.PatientTimeseriesReads;
import io.millrace.server.store.timeseries.RetentionSweep;
import io.millrace.server.store.timeseries.TimeseriesReader;
import io.millrace.server.store.timeseries.TimeseriesSettings;
import io.millrace.server.store.timeseries.TimeseriesStorage;
import io.millrace.server.store.timeseries.WatchedValues;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** Beans of the stores in PostgreSQL. They open after the migrations and close before the database. */
@Configuration(proxyBeanMethods = false)
class StorageConfiguration {

    /** The start of the service has other work to do. */
    private static final Duration RETENTION_DELAY = Duration.ofMinutes(1);

    /**
     * Between flushes of latest values, if no other instance reads their table. This one reads its memory first, and the
     * longer it waits, the fewer values it writes.
     */
    private static final Duration FLUSH_INTERVAL_ALONE = Duration.ofSeconds(5);

    private static final Duration LOOKUP_PATIENCE = Duration.ofSeconds(10);

    @Bean
    StorageHealth storageHealth() {
        return new StorageHealth();
    }

    /**
     * Connections of the stores' transactions, with the settings of the other pool. Look-ups and requests, however many
     * and slow, take none of them. Their statements name rows by key: for tables that fill and empty within seconds,
     * PostgreSQL's statistics would advise to read all rows.
     */
    @Bean(defaultCandidate = false)
    HikariDataSource commitConnections(HikariDataSource dataSource) {
        HikariDataSource commits = new HikariDataSource();
        dataSource.copyStateTo(commits);
        commits.setPoolName("commits");
        commits.setMaximumPoolSize(ConnectionPools.COMMITS);
        commits.setConnectionInitSql(
                Stream.of(dataSource.getConnectionInitSql(), "set enable_seqscan = off")
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("; ")));
        return commits;
    }

    @Bean
    @DependsOnDatabaseInitialization
    Transactions storageTransactions(
            @Qualifier("commitConnections") DataSource connections,
            StorageHealth health,
            CommitListener listener,
            StorageSettings settings) {
        return new Transactions(connections, health, listener, settings.commitSpacing());
    }

    @Bean
    PlatformTransactionManager transactionManager(HikariDataSource dataSource) {
        return new FencedTransactions(dataSource);
    }

    /** Look-ups use up to half of the pool; the rest is left to requests. */
    @Bean
    DatabaseLookups databaseLookups(
            HikariDataSource dataSource,
            @Qualifier("commitConnections") DataSource others,
            StorageHealth health) {
        int places = Math.max(1, dataSource.getMaximumPoolSize() / 2);
        return new DatabaseLookups(
                "lookup", places, LOOKUP_PATIENCE, health, new DatabaseProbe(others));
    }

    @Bean
    MeterBinder lookupMeters(DatabaseLookups lookups) {
        return registry ->
                Gauge.builder("millrace.lookups.waiting", lookups, DatabaseLookups::waiting)
                        .description("Look-ups in the database that wait for their turn")
                        .register(registry);
    }

    @Bean
    KeyDictionary keyDictionary() {
        return new KeyDictionary(KeyDictionary.DEFAULT_BOUND);
    }

    @Bean
    AnswerLimit answerLimit(StorageSettings settings) {
        return new AnswerLimit(settings.answerSize().toBytes());
    }

    @Bean
    TimeseriesStorage timeseriesStorage(
            DataSource dataSource,
            Transactions transactions,
            KeyDictionary keys,
            ValueWatch watch,
            AnswerLimit limit,
            QueueSettings queue,
            Clock clock)
            throws SQLException, InterruptedException {
        TimeseriesSettings settings =
                queue.isSingleInstance()
                        ? TimeseriesSettings.DEFAULT.withFlushInterval(FLUSH_INTERVAL_ALONE)
                        : TimeseriesSettings.DEFAULT;
        return TimeseriesStorage.open(
                dataSource, transactions, keys, settings, limit, watch, clock);
    }

    @Bean
    @DependsOnDatabaseInitialization
    RetentionSweep retentionSweep(
            DataSource dataSource,
            Transactions transactions,
            RetentionSettings settings,
            Clock clock) {
        return new RetentionSweep(dataSource, transactions, settings, clock);
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask timeseriesRetention(
            RetentionSweep sweep, TimeseriesStorage storage, RetentionSettings settings) {
        return retention("timeseries-retention", settings, sweep::sweep);
    }

    @Bean
    @DependsOnDatabaseInitialization
    AlarmRetention alarmRetention(
            DataSource dataSource,
            Transactions transactions,
            RetentionSettings settings,
            Clock clock) {
        return new AlarmRetention(
                dataSource, transactions, new RowPace(settings.rowsPerSecond()), clock);
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask alarmRetentionTask(AlarmRetention retention, RetentionSettings settings) {
        return retention("alarm-retention", settings, retention::sweep);
    }

    private static PeriodicTask retention(
            String name, RetentionSettings settings, PeriodicTask.Work work) {
        PeriodicTask task = new PeriodicTask(name, settings.interval(), work);
        task.start(
                settings.interval().compareTo(RETENTION_DELAY) < 0
                        ? settings.interval()
                        : RETENTION_DELAY);
        return task;
    }

    @Bean
    TimeseriesReader timeseriesReader(TimeseriesStorage storage) {
        return storage.reader();
    }

    @Bean
    WatchedValues watchedValues(TimeseriesStorage storage) {
        return storage.watchedValues();
    }

    @Bean
    TimeseriesReads timeseriesReads(TimeseriesReader reader, DatabaseLookups lookups) {
        return new PatientTimeseriesReads(reader, lookups);
    }

    @Bean
    AttributeStorage attributeStorage(
            Transactions transactions, KeyDictionary keys, ValueWatch watch, AnswerLimit limit) {
        return new AttributeStorage(transactions, keys, CommitLimits.DEFAULT, watch, limit);
    }

    @Bean
    AttributeTransactions attributeTransactions(
            DataSource dataSource,
            Transactions transactions,
            KeyDictionary keys,
            AttributeStorage storage) {
        return new AttributeTransactions(dataSource, transactions, keys, storage);
    }

    @Bean
    AttributeReader attributeReader(DataSource dataSource, KeyDictionary keys, AnswerLimit limit) {
        return new AttributeReader(dataSource, keys, limit);
    }

    @Bean
    TelemetryReads telemetryReads(
            TimeseriesReader series,
            AttributeReader attributes,
            AssignableRepository<EntityView> views) {
        return new TelemetryOfViews(new StoredTelemetry(series, attributes), views);
    }

    @Bean
    AlarmStorage alarmStorage(JdbcClient jdbc, DatabaseLookups lookups, Transactions transactions) {
        return new AlarmStorage(jdbc, lookups, transactions, CommitLimits.DEFAULT);
    }

    @Bean
    RuleStateStorage ruleStateStorage(
            JdbcClient jdbc, DatabaseLookups lookups, Transactions transactions) {
        return new RuleStateStorage(jdbc, lookups, transactions, CommitLimits.DEFAULT);
    }

    @Bean
    AlarmTransactions alarmTransactions(DataSource dataSource) {
        return new AlarmTransactions(new JdbcTemplate(dataSource));
    }

    @Bean
    InFlightStorage inFlightStorage(Transactions transactions) {
        return new InFlightStorage(transactions, CommitLimits.DEFAULT);
    }

    @Bean
    DeadLetterStorage deadLetterStorage(Transactions transactions) {
        return new DeadLetterStorage(transactions, CommitLimits.DEFAULT);
    }
}
