// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.attribute.AttributeScopes;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads the latest values and attributes of many entities in one statement, but only those of entities that changed since
 * the previous read. The database recognises a change by a fingerprint of an entity's rows, so an unchanged entity costs
 * two index scans and no transfer. Thread-safe.
 */
public final class WatchedValues {

    private static final int TIMEOUT_SECONDS = 10;
    private static final short LATEST = 0;

    /** Each subquery runs once for each entity: the columns of a materialized query are not computed again. */
    private static final String CHANGED =
            """
            with watched as materialized (
              select w.entity, w.known,
                     coalesce((select bit_xor(hash_record_extended(row(l.key_id, l.ts, l.seq), 1))
                                 from ts_latest l where l.entity_id = w.entity), 0)
                   # coalesce((select bit_xor(hash_record_extended(row(a.scope, a.key_id, a.updated_at, a.val), 2))
                                 from attribute a where a.entity_id = w.entity), 0) as print
                from unnest(?::uuid[], ?::bigint[]) as w (entity, known)),
            changed as materialized (
              select entity, print from watched where print is distinct from known)
            select c.entity, c.print, 0, l.key_id, l.ts, l.seq, l.val
              from changed c left join ts_latest l on l.entity_id = c.entity
            union all
            select c.entity, c.print, a.scope, a.key_id, a.updated_at, 0, a.val
              from changed c join attribute a on a.entity_id = c.entity\
            """;

    private final JdbcTemplate jdbc;
    private final EntityKeys keys;
    private final LatestValues overlay;

    WatchedValues(
            DataSource dataSource,
            KeyDictionary keys,
            TenantDictionary<Shape> shapes,
            LatestValues overlay) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.keys = new EntityKeys(keys, shapes, Duration.ofSeconds(TIMEOUT_SECONDS));
        this.overlay = overlay;
    }

    /**
     * An entity to look at.
     *
     * @param print the fingerprint of the previous read; null returns the values in any case
     */
    public record Watched(TenantId tenant, UUID entity, @Nullable Long print) {}

    /** All current values of an entity that changed, and their fingerprint. */
    public record Changed(
            UUID entity,
            long print,
            Map<String, TimedValue> latest,
            Map<AttributeScope, List<Attribute>> attributes) {}

    /**
     * Returns the values of the changed entities, including every write that was acknowledged by this instance.
     *
     * @throws DataAccessException if the database does not answer within ten seconds
     */
    public List<Changed> changed(Collection<Watched> watched) {
        // Read memory before the table: a value that is flushed in between is then found in the
        // table.
        Map<UUID, Map<Integer, Sample>> inMemory = new HashMap<>();
        Map<UUID, TenantId> tenants = new HashMap<>();
        for (Watched each : watched) {
            tenants.put(each.entity(), each.tenant());
            Map<Integer, Sample> samples = overlay.of(each.entity());
            if (!samples.isEmpty()) {
                inMemory.put(each.entity(), samples);
            }
        }
        ConnectionCallback<List<Changed>> read =
                connection -> {
                    List<Changed> changed = new ArrayList<>();
                    for (Rows rows : rows(connection, watched).values()) {
                        TenantId tenant = tenants.get(rows.entity);
                        if (tenant != null) {
                            inMemory.getOrDefault(rows.entity, Map.of()).forEach(rows::add);
                            changed.add(named(connection, tenant, rows));
                        }
                    }
                    return changed;
                };
        List<Changed> found = jdbc.execute(read);
        return found == null ? List.of() : found;
    }

    private record AttributeRow(AttributeScope scope, int key, long updatedAt, Value value) {}

    /** The rows of one entity. */
    private static final class Rows {

        final UUID entity;
        final long print;
        final Map<Integer, Sample> samples = new HashMap<>();
        final List<AttributeRow> attributes = new ArrayList<>();

        Rows(UUID entity, long print) {
            this.entity = entity;
            this.print = print;
        }

        void add(int key, Sample sample) {
            samples.merge(key, sample, Sample::later);
        }
    }

    private static Map<UUID, Rows> rows(Connection connection, Collection<Watched> watched)
            throws SQLException {
        Map<UUID, Rows> found = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(CHANGED)) {
            select.setQueryTimeout(TIMEOUT_SECONDS);
            Object[] entities = new Object[watched.size()];
            @Nullable Object[] prints = new Object[watched.size()];
            int i = 0;
            for (Watched each : watched) {
                entities[i] = each.entity();
                prints[i] = each.print();
                i++;
            }
            select.setArray(1, connection.createArrayOf("uuid", entities));
            select.setArray(2, connection.createArrayOf("int8", prints));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    long print = row.getLong(2);
                    Rows rows =
                            found.computeIfAbsent(
                                    row.getObject(1, UUID.class), id -> new Rows(id, print));
                    short scope = row.getShort(3);
                    int key = row.getInt(4);
                    // An entity without latest values has one row of nulls; no key has the number
                    // 0.
                    if (scope == LATEST && key != 0) {
                        rows.add(
                                key,
                                new Sample(
                                        row.getLong(5),
                                        row.getLong(6),
                                        JsonbValues.parse(row.getString(7))));
                    } else if (scope != LATEST) {
                        rows.attributes.add(
                                new AttributeRow(
                                        AttributeScopes.scope(scope),
                                        key,
                                        row.getLong(5),
                                        JsonbValues.parse(row.getString(7))));
                    }
                }
            }
        }
        return found;
    }

    private Changed named(Connection connection, TenantId tenant, Rows rows) throws SQLException {
        Set<Integer> ids = new HashSet<>(rows.samples.keySet());
        rows.attributes.forEach(attribute -> ids.add(attribute.key()));
        Entries<String> names = keys.names(connection, tenant, ids);
        Map<String, TimedValue> latest = new HashMap<>();
        rows.samples.forEach((key, sample) -> {
            @Nullable String name = names.entry(key);
            if (name != null) {
                latest.put(name, new TimedValue(sample.ts(), sample.value()));
            }
        });
        Map<AttributeScope, List<Attribute>> attributes = new EnumMap<>(AttributeScope.class);
        for (AttributeRow row : rows.attributes) {
            @Nullable String name = names.entry(row.key());
            if (name != null) {
                attributes
                        .computeIfAbsent(row.scope(), _ -> new ArrayList<>())
                        .add(new Attribute(new KeyValue(name, row.value()), row.updatedAt()));
            }
        }
        return new Changed(rows.entity, rows.print, latest, attributes);
    }
}
