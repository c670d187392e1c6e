// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.message.Payload;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The table {@code rest_reply}: replies for calls that wait on another instance. The database notifies all instances of
 * each insert.
 */
final class ReplyTable {

    /** How long a reply is kept; longer than any call waits. */
    static final Duration KEPT = Duration.ofMinutes(10);

    private final JdbcClient jdbc;

    ReplyTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds a reply; only the first reply to a call is stored. Also deletes replies that were not taken in time.
     *
     * @return false if the call already has a reply
     */
    boolean add(UUID request, Payload answer) {
        jdbc.sql("delete from rest_reply where created_at < now() - make_interval(secs => :kept)")
                .param("kept", KEPT.toSeconds())
                .update();
        return jdbc.sql(
                                """
                                insert into rest_reply (request_id, answer) values (:request, :answer)
                                on conflict (request_id) do nothing
                                """)
                        .param("request", request)
                        .param("answer", answer.bytes())
                        .update()
                == 1;
    }

    /** Returns and deletes the reply to a call, if there is one. */
    Optional<Payload> take(UUID request) {
        return jdbc.sql("delete from rest_reply where request_id = :request returning answer")
                .param("request", request)
                .query((row, _) -> Payload.of(row.getBytes("answer")))
                .optional();
    }
}
