// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.answer.BoundedSelect.FIRST_COLUMN;
import static java.util.stream.Collectors.toSet;

import io.millrace.message.id.EntityId;
import io.millrace.rule.store.StoreException;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.answer.AnswerSize;
import io.millrace.server.store.answer.BoundedSelect;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The stored latest values of an entity. Columns: id of the row, timestamp, number of the write. */
final class LatestRows implements BoundedSelect.Reading {

    private final EntityId entity;
    private final AnswerLimit limit;
    private final String advice;
    private final List<StoredLatest> rows = new ArrayList<>();

    LatestRows(EntityId entity, AnswerLimit limit, String advice) {
        this.entity = entity;
        this.limit = limit;
        this.advice = advice;
    }

    @Override
    public void add(ResultSet row, String json) throws SQLException {
        rows.add(
                new StoredLatest(
                        row.getInt(FIRST_COLUMN),
                        row.getLong(FIRST_COLUMN + 1),
                        row.getLong(FIRST_COLUMN + 2),
                        json));
    }

    @Override
    public void exceeded(ResultSet row) {
        throw limit.refusal(values(), advice);
    }

    /** The ids of the rows. */
    Set<Integer> ids() {
        return rows.stream().map(StoredLatest::id).collect(toSet());
    }

    /**
     * Adds the stored samples to those in memory.
     *
     * @param keys the keys of the rows, by their ids
     * @throws StoreException if they exceed the limit together
     */
    void addTo(Map<Integer, Sample> samples, Map<Integer, Shape> keys) {
        boolean hasMemory = !samples.isEmpty();
        StoredLatest.addAll(rows, keys, samples);
        if (hasMemory) {
            AnswerSize size = new AnswerSize(limit, values(), advice);
            samples.values().forEach(sample -> size.add(sample.value()));
        }
    }

    private String values() {
        return "the latest values of " + entity;
    }
}
