// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.server.registry.alarm.AlarmCommentInfo.CommentId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add a comment ({@code id} null) or to change one. Other properties of ThingsBoard's shape are ignored.
 *
 * @param comment an object with the property {@code text}
 */
record AlarmCommentRequest(@Nullable CommentId id, @Required @Nullable JsonNode comment) {

    /** The longest comment, in characters of its JSON text. */
    static final int LONGEST = 10_000;

    /** @throws ApiException (400) if the comment is missing or too long */
    JsonNode content() {
        if (comment == null || !comment.path("text").isString()) {
            throw ApiException.badRequest(
                    "comment: expected an object like {\"text\":\"…\"}, got " + abbreviated());
        }
        if (comment.path("text").asString().isBlank()) {
            throw ApiException.badRequest("comment.text: must not be blank");
        }
        int length = comment.toString().length();
        if (length > LONGEST) {
            throw ApiException.badRequest(
                    "comment: expected at most %d characters of JSON, got %d"
                            .formatted(LONGEST, length));
        }
        return comment;
    }

    private String abbreviated() {
        String text = String.valueOf(comment);
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
