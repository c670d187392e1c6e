// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.AlarmSeverity;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comment on an alarm.
 *
 * @param createdTime milliseconds since the epoch
 * @param user the author; null: Millrace
 * @param content the text, in the property {@code text}; those of Millrace also have the kind of the event, in {@code
 *     subtype}, and what it was about
 */
public record AlarmComment(
        UUID id,
        long createdTime,
        AlarmId alarm,
        @Nullable UserId user,
        Type type,
        JsonNode content) {

    /** Who has written a comment. */
    public enum Type {
        /** Millrace. */
        SYSTEM,
        /** A user. */
        OTHER
    }

    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * A comment of a user.
     *
     * @param now milliseconds since the epoch
     */
    public static AlarmComment of(AlarmId alarm, UserId user, JsonNode content, long now) {
        return new AlarmComment(TimeOrderedUuid.at(now), now, alarm, user, Type.OTHER, content);
    }

    /**
     * A comment of Millrace about an event.
     *
     * @param subtype the kind of the event
     * @param text what has happened, for people
     * @param about further properties for programs
     * @param now milliseconds since the epoch
     */
    public static AlarmComment ofEvent(
            AlarmId alarm, String subtype, String text, ObjectNode about, long now) {
        ObjectNode content = JSON.createObjectNode().put("text", text).put("subtype", subtype);
        content.setAll(about);
        return new AlarmComment(TimeOrderedUuid.at(now), now, alarm, null, Type.SYSTEM, content);
    }

    /** The comment about a changed severity. */
    static AlarmComment severity(
            AlarmId alarm, long now, AlarmSeverity old, AlarmSeverity current) {
        return ofEvent(
                alarm,
                "SEVERITY_CHANGED",
                "The severity was changed from %s to %s".formatted(old, current),
                JSON.createObjectNode()
                        .put("oldSeverity", old.name())
                        .put("newSeverity", current.name()),
                now);
    }
}
