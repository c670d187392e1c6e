// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Adds comments to the table {@code alarm_comment}. */
final class AlarmComments {

    /** Bounds the history of an alarm whose severity changes all the time. */
    static final int MOST = 1_000;

    private static final int TIMEOUT_SECONDS = 10;

    private static final String INSERT =
            """
            insert into alarm_comment (id, created_time, alarm_id, user_id, type, comment)
            select ?, ?, ?, ?, ?, ?::jsonb
             where (select count(*) from (select from alarm_comment where alarm_id = ? limit %1$d) c) < %1$d
            """
                    .formatted(MOST);

    private AlarmComments() {}

    /** Adds a comment; returns false if the alarm has as many as it may have. */
    static boolean insert(Connection connection, AlarmComment comment) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            statement.setObject(1, comment.id());
            statement.setLong(2, comment.createdTime());
            statement.setObject(3, comment.alarm().id());
            statement.setObject(4, comment.user() == null ? null : comment.user().id());
            statement.setString(5, comment.type().name());
            statement.setString(6, comment.content().toString());
            statement.setObject(7, comment.alarm().id());
            return statement.executeUpdate() == 1;
        }
    }
}
