// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.platform.start.StartException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A database of before latest values were stored by shape. */
class MigrationOfLatestValuesIT {

    private static final String BEFORE = "65";

    private final OldSchema old = OldSchema.of(flyway -> flyway.target(BEFORE));

    @Test
    void eachValueKeepsItsTimeAndIsAlone() {
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

    @Test
    void isRefusedWhileAnInstanceOfAnEarlierVersionRuns() {
        instance("node-1", 1);
        instance("node-2", 1);
        CompletableFuture<?> upgrade =
                CompletableFuture.runAsync(() -> Schema.migrate(old.database()));

        await().atMost(Duration.ofMinutes(1))
                .until(() -> {
                    old.jdbc().sql("update instance set seen_at = now()").update();
                    return upgrade.isDone();
                });

        assertThat(upgrade)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StartException.class)
                .withMessage(
                        "Running instances of an earlier version could not use the tables of this version; "
                                + "stop them first: node-1 at http://node-1:8080, node-2 at http://node-2:8080.");
        assertThat(old.jdbc().sql("select key_id from ts_latest").query().listOfRows()).isEmpty();
    }

    @Test
    void ignoresAKilledInstanceWhenItsRowIsOld() {
        instance("node-1", 13);

        Schema.migrate(old.database());

        assertThat(old.jdbc().sql("select shape_id from ts_latest").query().listOfRows()).isEmpty();
    }

    private void instance(String name, int seconds) {
        old.jdbc()
                .sql(
                        """
                        insert into instance (instance_id, run, url, seen_at)
                        values (:name, gen_random_uuid(), 'http://' || :name || ':8080',
                                now() - :seconds * interval '1 second')
                        """)
                .param("name", name)
                .param("seconds", seconds)
                .update();
    }
}
