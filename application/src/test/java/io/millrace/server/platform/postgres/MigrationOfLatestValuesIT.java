// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A database of before latest values were stored by shape. */
class MigrationOfLatestValuesIT {

    private static final String BEFORE = "65";

    @Test
    void eachValueKeepsItsTimeAndIsAlone() {
        OldSchema old = OldSchema.of(flyway -> flyway.target(BEFORE));
        old.jdbc()
                .sql(
                        """
                        insert into ts_latest (entity_id, key_id, ts, seq, val)
                        values (:entity, 7, 1000, 3, '"x"'), (:entity, 8, 2000, 5, '[1, {"a": null}]')
                        """)
                .param("entity", new UUID(1, 1))
                .update();

        Schema.migrate(old.database());

        assertThat(
                        old.jdbc()
                                .sql(
                                        """
                                        select concat_ws(' ', shape_id, ts, seq, vals) from ts_latest
                                         where entity_id = ? order by ts
                                        """)
                                .param(new UUID(1, 1))
                                .query(String.class)
                                .list())
                .containsExactly("-7 1000 3 [\"x\"]", "-8 2000 5 [[1, {\"a\": null}]]");
    }
}
