// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.MessageType;
import io.millrace.message.id.AlarmId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.store.alarm.AlarmComment;
import io.millrace.server.store.alarm.AlarmTransactions;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * The routes of comments on alarms. Who may see an alarm may comment on it; only the author of a comment may change or
 * delete it, and those of Millrace stay.
 */
@RestController
@Tag(name = "alarm")
class AlarmCommentController {

    private final EntityAccess access;
    private final EntityLookup<AlarmEntity> lookup;
    private final AlarmRepository alarms;
    private final AlarmCommentRepository comments;
    private final AlarmTransactions changes;
    private final EntityActions actions;
    private final JsonMapper json;
    private final Clock clock;

    AlarmCommentController(
            EntityAccess access,
            AlarmRepository alarms,
            AlarmCommentRepository comments,
            AlarmTransactions changes,
            EntityActions actions,
            JsonMapper json,
            Clock clock) {
        this.access = access;
        this.lookup = alarms.lookup();
        this.alarms = alarms;
        this.comments = comments;
        this.changes = changes;
        this.actions = actions;
        this.json = json;
        this.clock = clock;
    }

    @GetMapping("/api/alarm/{alarmId}/comment")
    @Operation(
            operationId = "getAlarmComments",
            summary = "List the comments on an alarm, the latest first unless an order is given")
    @Roles.TenantOrCustomer
    PageData<AlarmCommentInfo> list(
            @PathVariable UUID alarmId,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        return comments.list(require(caller, alarmId).id(), link);
    }

    @PostMapping("/api/alarm/{alarmId}/comment")
    @Operation(
            operationId = "saveAlarmComment",
            summary = "Add a comment on an alarm, or change an own one")
    @Roles.TenantOrCustomer
    AlarmCommentInfo save(
            @PathVariable UUID alarmId,
            @RequestBody AlarmCommentRequest body,
            @AuthenticationPrincipal SecurityUser caller) {
        Alarm alarm = require(caller, alarmId);
        return body.id() == null
                ? add(caller, alarm, body)
                : change(caller, alarm, body.id().id(), body);
    }

    private AlarmCommentInfo add(SecurityUser caller, Alarm alarm, AlarmCommentRequest body) {
        AlarmComment comment =
                AlarmComment.of(alarm.id(), caller.userId(), body.content(), clock.millis());
        if (!changes.comment(comment)) {
            throw ApiException.badRequest(
                    "The alarm has %d comments, and no more are stored"
                            .formatted(AlarmTransactions.MOST_COMMENTS));
        }
        return told(caller, MessageType.COMMENT_CREATED, alarm, comment.id());
    }

    private AlarmCommentInfo change(
            SecurityUser caller, Alarm alarm, UUID id, AlarmCommentRequest body) {
        requireOwn(caller, alarm.id(), id);
        if (!comments.change(alarm.id(), id, body.content())) {
            throw notFound(id);
        }
        return told(caller, MessageType.COMMENT_UPDATED, alarm, id);
    }

    private AlarmCommentInfo told(
            SecurityUser caller, MessageType event, Alarm alarm, UUID comment) {
        AlarmCommentInfo saved =
                comments.find(alarm.id(), comment).orElseThrow(() -> notFound(comment));
        AlarmInfo shown =
                alarms.info(alarm.tenant(), alarm.id())
                        .orElseThrow(() -> AlarmService.notFound(alarm));
        actions.alarmChanged(
                caller,
                event,
                AlarmEntity.of(alarm),
                shown,
                Map.of("comment", json.writeValueAsString(saved)));
        return saved;
    }

    @DeleteMapping("/api/alarm/{alarmId}/comment/{commentId}")
    @Operation(operationId = "deleteAlarmComment", summary = "Delete an own comment on an alarm")
    @Roles.TenantOrCustomer
    void delete(
            @PathVariable UUID alarmId,
            @PathVariable UUID commentId,
            @AuthenticationPrincipal SecurityUser caller) {
        Alarm alarm = require(caller, alarmId);
        requireOwn(caller, alarm.id(), commentId);
        if (!comments.delete(alarm.id(), commentId)) {
            throw notFound(commentId);
        }
    }

    private void requireOwn(SecurityUser caller, AlarmId alarm, UUID id) {
        AlarmCommentInfo comment = comments.find(alarm, id).orElseThrow(() -> notFound(id));
        if (comment.type() == AlarmComment.Type.SYSTEM) {
            throw ApiException.badRequest("Comments of Millrace cannot be changed or deleted");
        }
        if (!caller.userId().equals(comment.userId())) {
            throw ApiException.forbidden("Only the author of a comment may change or delete it");
        }
    }

    private Alarm require(SecurityUser caller, UUID id) {
        return access.require(caller, lookup, id).alarm();
    }

    private static ApiException notFound(UUID id) {
        return ApiException.notFound("Comment with id [%s] is not found".formatted(id));
    }
}
