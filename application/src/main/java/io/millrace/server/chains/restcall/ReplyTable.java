// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.message.Payload;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code rest_reply}: answers on their way to another instance, which hears of each that is added. */
final class ReplyTable {

    /** Longer than any call waits. */
    static final Duration KEPT = Duration.ofMinutes(10);

    private final JdbcClient jdbc;

    ReplyTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds an answer; the first to a call counts. What nobody has taken in time goes.
     *
     * @return false where the call has one already
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

    /** Takes the answer to a call, if there is one. */
    Optional<Payload> take(UUID request) {
        return jdbc.sql("delete from rest_reply where request_id = :request returning answer")
                .param("request", request)
                .query((row, _) -> Payload.of(row.getBytes("answer")))
                .optional();
    }
}
