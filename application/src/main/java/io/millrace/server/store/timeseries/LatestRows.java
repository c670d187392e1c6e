// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.answer.BoundedSelect.FIRST_COLUMN;

import io.millrace.message.id.EntityId;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.answer.AnswerSize;
import io.millrace.server.store.answer.BoundedSelect;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Adds the stored samples of an entity to those in memory. Columns: key, timestamp, number of the write. */
final class LatestRows implements BoundedSelect.Reading {

    private final EntityId entity;
    private final Map<Integer, Sample> samples;
    private final boolean hasMemory;
    private final AnswerLimit limit;
    private final String advice;

    /** @param samples those in memory, to which the stored ones are added */
    LatestRows(EntityId entity, Map<Integer, Sample> samples, AnswerLimit limit, String advice) {
        this.entity = entity;
        this.samples = samples;
        this.hasMemory = !samples.isEmpty();
        this.limit = limit;
        this.advice = advice;
    }

    @Override
    public void add(ResultSet row, String json) throws SQLException {
        Sample sample =
                new Sample(
                        row.getLong(FIRST_COLUMN + 1),
                        row.getLong(FIRST_COLUMN + 2),
                        JsonbValues.parse(json));
        samples.merge(row.getInt(FIRST_COLUMN), sample, Sample::later);
    }

    @Override
    public void exceeded(ResultSet row) {
        throw limit.refusal(values(), advice);
    }

    private String values() {
        return "the latest values of " + entity;
    }

    /**
     * Checks the samples of the table and those of memory together.
     *
     * @throws StoreException if they exceed the limit
     */
    void requireWithinLimit() {
        if (hasMemory) {
            AnswerSize size = new AnswerSize(limit, values(), advice);
            samples.values().forEach(sample -> size.add(sample.value()));
        }
    }
}
