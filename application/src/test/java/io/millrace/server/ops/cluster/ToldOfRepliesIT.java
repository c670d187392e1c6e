// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.chains.restcall.ReplyStored;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The events on an instance after another one has stored the answer to a REST call. */
class ToldOfRepliesIT {

    private static final int WAIT_MILLIS = (int) Duration.ofSeconds(20).toMillis();

    private final TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
    private final JdbcClient jdbc =
            JdbcClient.create(
                    new DriverManagerDataSource(
                            database.url(), database.username(), database.password()));
    private final List<Object> published = new ArrayList<>();
    private final ChangeEvents events = new ChangeEvents(published::add, jdbc);

    @Test
    void hearsWhichCallHasAnAnswerHoweverLongThatIs() throws SQLException {
        UUID request = UUID.randomUUID();
        try (Connection listening =
                        DriverManager.getConnection(
                                database.url(), database.username(), database.password());
                Statement statement = listening.createStatement()) {
            statement.execute("listen millrace_change");
            jdbc.sql("insert into rest_reply (request_id, answer) values (?, ?)")
                    .params(request, new byte[100_000])
                    .update();

            PGNotification @Nullable [] news =
                    listening.unwrap(PGConnection.class).getNotifications(WAIT_MILLIS);
            for (PGNotification each : Objects.requireNonNull(news)) {
                events.tell("another instance", each.getParameter());
            }
        }

        assertThat(published).containsExactly(new ReplyStored(request));
    }

    @Test
    void looksForAllAnswersWhenSomeMayHaveGoneUnheard() {
        events.missed();

        assertThat(published).contains(new ReplyStored(null));
    }
}
