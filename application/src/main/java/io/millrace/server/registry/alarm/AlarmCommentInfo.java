// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.UserId;
import io.millrace.server.store.alarm.AlarmComment;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A comment on an alarm, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param userId the author; null: Millrace
 * @param comment the text, in the property {@code text}
 * @param firstName the author's; null if it is not known, or the account was deleted
 * @param lastName as {@code firstName}
 * @param email as {@code firstName}
 */
record AlarmCommentInfo(
        CommentId id,
        long createdTime,
        AlarmId alarmId,
        @Nullable UserId userId,
        AlarmComment.Type type,
        JsonNode comment,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String email) {

    /** The id of a comment. It has no type, because comments are no entities. */
    record CommentId(UUID id) {}
}
