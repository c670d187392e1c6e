// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.answer.BoundedSelect.FIRST_COLUMN;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.answer.BoundedSelect;
import io.millrace.server.store.attribute.AttributeScopes;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
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
 * two index scans and no transfer. The values of one statement are bounded in bytes. Thread-safe.
 */
public final class WatchedValues {

    private static final int TIMEOUT_SECONDS = 10;
    private static final short LATEST = 0;

    /**
     * Each subquery runs once for each entity: the columns of a materialized query are not computed again.
     * An attribute's version is in its fingerprint instead of its value, which would have to be decompressed.
     */
    private static final BoundedSelect CHANGED =
            new BoundedSelect(
                    """
                    with watched as materialized (
                      select w.n, w.entity, w.known,
                             coalesce((select bit_xor(hash_record_extended(row(l.shape_id, l.ts, l.seq), 1))
                                         from ts_latest l where l.entity_id = w.entity), 0)
                           # coalesce((select bit_xor(hash_record_extended(row(a.scope, a.key_id, a.updated_at, a.xmin), 2))
                                         from attribute a where a.entity_id = w.entity), 0) as print
                        from unnest(?::int[], ?::uuid[], ?::bigint[]) as w (n, entity, known)),
                    changed as materialized (
                      select n, entity, print from watched where print is distinct from known)
                    select c.n, c.print, 0 as scope, coalesce(l.shape_id, 0) as id, l.ts, l.seq,
                           coalesce(l.vals, 'null') as val
                      from changed c left join ts_latest l on l.entity_id = c.entity
                    union all
                    select c.n, c.print, a.scope, a.key_id, a.updated_at, 0, a.val
                      from changed c join attribute a on a.entity_id = c.entity\
                    """,
                    "n, print, scope, id, ts, seq",
                    "n, scope, id");

    private final JdbcTemplate jdbc;
    private final EntityKeys keys;
    private final LatestValues overlay;
    private final AnswerLimit limit;

    WatchedValues(
            DataSource dataSource,
            KeyDictionary keys,
            TenantDictionary<Shape> shapes,
            LatestValues overlay,
            AnswerLimit limit) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.keys = new EntityKeys(keys, shapes, Duration.ofSeconds(TIMEOUT_SECONDS));
        this.overlay = overlay;
        this.limit = limit;
    }

    /**
     * An entity to look at.
     *
     * @param print the fingerprint of the previous read; null returns the values in any case
     */
    public record Watched(TenantId tenant, UUID entity, @Nullable Long print) {}

    /** An entity that changed. */
    public sealed interface Changed {

        UUID entity();

        /** The fingerprint of its rows. */
        long print();
    }

    /** All current values of an entity. */
    public record Values(
            UUID entity,
            long print,
            Map<String, TimedValue> latest,
            Map<AttributeScope, List<Attribute>> attributes)
            implements Changed {}

    /** The values of an entity are too large to be read at once. */
    public record TooLarge(UUID entity, long print) implements Changed {}

    /**
     * What was found.
     *
     * @param changed the entities that changed
     * @param rest entities that were not looked at, because the values of the others reached the limit; fewer than were
     *     given
     */
    public record Found(List<Changed> changed, List<Watched> rest) {}

    /**
     * Returns the values of the changed entities, including every write that was acknowledged by this instance.
     *
     * @throws DataAccessException if the database does not answer within ten seconds
     */
    public Found changed(List<Watched> watched) {
        // Read memory before the table: a value that is flushed in between is then found in the
        // table.
        Map<UUID, Map<Integer, Sample>> inMemory = new HashMap<>();
        for (Watched each : watched) {
            Map<Integer, Sample> samples = overlay.of(each.entity());
            if (!samples.isEmpty()) {
                inMemory.put(each.entity(), samples);
            }
        }
        ConnectionCallback<Found> read =
                connection -> {
                    ChangedRows rows = rows(connection, watched);
                    List<Changed> changed = new ArrayList<>();
                    for (Map.Entry<Integer, Rows> entry : rows.found.entrySet()) {
                        Watched each = watched.get(entry.getKey());
                        changed.add(
                                named(
                                        connection,
                                        each,
                                        entry.getValue(),
                                        inMemory.getOrDefault(each.entity(), new HashMap<>())));
                    }
                    return new Found(withTooLarge(changed, rows, watched), rows.rest(watched));
                };
        @Nullable Found found = jdbc.execute(read);
        return found == null ? new Found(List.of(), List.of()) : found;
    }

    private static List<Changed> withTooLarge(
            List<Changed> changed, ChangedRows rows, List<Watched> watched) {
        if (rows.alone) {
            changed.add(new TooLarge(watched.get(rows.exceededAt).entity(), rows.exceedingPrint));
        }
        return changed;
    }

    private record AttributeRow(AttributeScope scope, int key, long updatedAt, Value value) {}

    /** The rows of one entity. */
    private static final class Rows {

        final long print;
        final List<StoredLatest> latest = new ArrayList<>();
        final List<AttributeRow> attributes = new ArrayList<>();

        Rows(long print) {
            this.print = print;
        }
    }

    /** The rows of the changed entities, by the number of the entity. */
    private static final class ChangedRows implements BoundedSelect.Reading {

        final Map<Integer, Rows> found = new LinkedHashMap<>();

        /** The first entity that has not all its rows here. */
        int exceededAt = Integer.MAX_VALUE;

        /** True if the rows of that entity exceed the limit without those of others. */
        boolean alone;

        long exceedingPrint;

        @Override
        public void add(ResultSet row, String json) throws SQLException {
            int number = row.getInt(FIRST_COLUMN);
            long print = row.getLong(FIRST_COLUMN + 1);
            short scope = row.getShort(FIRST_COLUMN + 2);
            int id = row.getInt(FIRST_COLUMN + 3);
            long time = row.getLong(FIRST_COLUMN + 4);
            Rows rows = found.computeIfAbsent(number, _ -> new Rows(print));
            // An entity without latest values has one row with the id 0, which no other has.
            if (scope == LATEST && id != 0) {
                rows.latest.add(new StoredLatest(id, time, row.getLong(FIRST_COLUMN + 5), json));
            } else if (scope != LATEST) {
                rows.attributes.add(
                        new AttributeRow(
                                AttributeScopes.scope(scope), id, time, JsonbValues.parse(json)));
            }
        }

        @Override
        public void exceeded(ResultSet row) throws SQLException {
            exceededAt = row.getInt(FIRST_COLUMN);
            exceedingPrint = row.getLong(FIRST_COLUMN + 1);
            found.remove(exceededAt);
            alone = found.isEmpty();
        }

        List<Watched> rest(List<Watched> watched) {
            return exceededAt == Integer.MAX_VALUE
                    ? List.of()
                    : watched.subList(alone ? exceededAt + 1 : exceededAt, watched.size());
        }
    }

    private ChangedRows rows(Connection connection, List<Watched> watched) throws SQLException {
        Object[] numbers = new Object[watched.size()];
        Object[] entities = new Object[watched.size()];
        @Nullable Object[] prints = new Object[watched.size()];
        for (int n = 0; n < watched.size(); n++) {
            numbers[n] = n;
            entities[n] = watched.get(n).entity();
            prints[n] = watched.get(n).print();
        }
        return CHANGED.read(
                connection,
                limit,
                (select, first) -> {
                    select.setArray(first, connection.createArrayOf("int4", numbers));
                    select.setArray(first + 1, connection.createArrayOf("uuid", entities));
                    select.setArray(first + 2, connection.createArrayOf("int8", prints));
                },
                new ChangedRows());
    }

    /** @param samples the latest values in memory, to which those of the rows are added */
    private Values named(Connection connection, Watched of, Rows rows, Map<Integer, Sample> samples)
            throws SQLException {
        List<Integer> rowIds = rows.latest.stream().map(StoredLatest::id).toList();
        StoredLatest.addAll(rows.latest, keys.ofLatest(connection, of.tenant(), rowIds), samples);
        Set<Integer> ids = new HashSet<>(samples.keySet());
        rows.attributes.forEach(attribute -> ids.add(attribute.key()));
        Entries<String> names = keys.names(connection, of.tenant(), ids);
        Map<String, TimedValue> latest = new HashMap<>();
        samples.forEach((key, sample) -> {
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
        return new Values(of.entity(), rows.print, latest, attributes);
    }
}
