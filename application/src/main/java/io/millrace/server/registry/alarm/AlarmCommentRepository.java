// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.UserId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.registry.alarm.AlarmCommentInfo.CommentId;
import io.millrace.server.store.alarm.AlarmComment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads and changes the comments on alarms. */
@Component
final class AlarmCommentRepository {

    private static final String SELECT =
            """
            select c.id, c.created_time, c.alarm_id, c.user_id, c.type, c.comment, u.first_name, u.last_name, u.email
            """;

    private static final String FROM =
            """
             from alarm_comment c left join user_account u on u.id = c.user_id
             where c.alarm_id = :alarm
            """;

    private static final PageQuery LIST =
            new PageQuery(SELECT, FROM, Map.of("createdTime", "c.created_time"), "c.id");

    private final JdbcClient jdbc;
    private final JsonMapper json;

    AlarmCommentRepository(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** A page of the comments; the latest come first unless the caller gives an order. */
    PageData<AlarmCommentInfo> list(AlarmId alarm, PageLink link) {
        return LIST.readInPieces(
                jdbc, link.latestFirst(), Map.of("alarm", alarm.id()), (row, _) -> comment(row));
    }

    Optional<AlarmCommentInfo> find(AlarmId alarm, UUID id) {
        return jdbc.sql(SELECT + FROM + " and c.id = :id")
                .param("alarm", alarm.id())
                .param("id", id)
                .query((row, _) -> comment(row))
                .optional();
    }

    /** Replaces the content of a comment; false if it does not exist. */
    boolean change(AlarmId alarm, UUID id, JsonNode content) {
        return jdbc.sql(
                                "update alarm_comment set comment = cast(:comment as jsonb) where alarm_id = :alarm and id = :id")
                        .param("comment", json.writeValueAsString(content))
                        .param("alarm", alarm.id())
                        .param("id", id)
                        .update()
                == 1;
    }

    /** Deletes a comment; false if it does not exist. */
    boolean delete(AlarmId alarm, UUID id) {
        return jdbc.sql("delete from alarm_comment where alarm_id = :alarm and id = :id")
                        .param("alarm", alarm.id())
                        .param("id", id)
                        .update()
                == 1;
    }

    private AlarmCommentInfo comment(ResultSet row) throws SQLException {
        UUID user = row.getObject("user_id", UUID.class);
        return new AlarmCommentInfo(
                new CommentId(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                new AlarmId(row.getObject("alarm_id", UUID.class)),
                user == null ? null : new UserId(user),
                AlarmComment.Type.valueOf(row.getString("type")),
                json.readTree(row.getString("comment")),
                row.getString("first_name"),
                row.getString("last_name"),
                row.getString("email"));
    }
}
