// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.MessageType;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.store.alarm.AlarmComment;
import io.millrace.server.store.alarm.AlarmTransactions;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.User;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes alarms for users: each change is one transaction with the comment that records it, and then sends its message
 * to the chain of the alarm's originator.
 */
@Component
final class AlarmService {

    private final EntityAccess access;
    private final AlarmRepository alarms;
    private final AlarmTransactions changes;
    private final AlarmAssignees assignees;
    private final EntityActions actions;
    private final TransactionTemplate transaction;
    private final JsonMapper json;
    private final Clock clock;

    AlarmService(
            EntityAccess access,
            AlarmRepository alarms,
            AlarmTransactions changes,
            AlarmAssignees assignees,
            EntityActions actions,
            PlatformTransactionManager transactions,
            JsonMapper json,
            Clock clock) {
        this.access = access;
        this.alarms = alarms;
        this.changes = changes;
        this.assignees = assignees;
        this.actions = actions;
        this.transaction = new TransactionTemplate(transactions);
        this.json = json;
        this.clock = clock;
    }

    /**
     * Creates an alarm, or changes one.
     *
     * @param stored the alarm that the request names; null: the active one of its originator and type
     */
    AlarmInfo save(SecurityUser caller, @Nullable Alarm stored, AlarmRequest request) {
        long now = clock.millis();
        AlarmChange change =
                stored == null
                        ? raise(caller, request, now)
                        : update(caller, stored, request.draft(stored), now);
        Alarm alarm = change.alarm();
        User assignee =
                request.assigneeId() == null || request.assigneeId().equals(alarm.assignee())
                        ? null
                        : assignees.require(caller, alarm, request.assigneeId());
        if (change.isModified()) {
            tell(
                    caller,
                    change.isCreated() ? MessageType.ENTITY_CREATED : MessageType.ENTITY_UPDATED,
                    alarm);
        }
        if (request.isAcknowledgement() && !alarm.status().isAcknowledged()) {
            acknowledge(caller, alarm);
        }
        if (assignee != null) {
            assign(caller, alarm, assignee);
        }
        if (request.isClearing() && !alarm.status().isCleared()) {
            clear(caller, alarm);
        }
        return shown(alarm);
    }

    private AlarmChange raise(SecurityUser caller, AlarmRequest request, long now) {
        requireCustomer(request, originator(caller, request.requiredOriginator()));
        AlarmDraft draft = request.draft(now);
        return inTransaction(() -> {
            AlarmChange change = changes.raise(caller.tenantId(), draft, now);
            // An active alarm keeps the customer that its originator had before.
            requireVisible(caller, change.alarm());
            return change;
        });
    }

    private TenantEntity originator(SecurityUser caller, EntityId id) {
        return id.type() == EntityType.TENANT
                ? access.require(caller, id.type(), id.id())
                : access.requireChangeable(caller, id.type(), id.id());
    }

    private static void requireCustomer(AlarmRequest request, TenantEntity originator) {
        if (request.customerId() != null
                && !request.customerId().equals(IdJson.NO_CUSTOMER)
                && !request.customerId().equals(originator.assignedTo())) {
            throw ApiException.badRequest(
                    "customerId: expected the customer of the originator, %s, got %s"
                            .formatted(originator.assignedTo(), request.customerId()));
        }
    }

    private static void requireVisible(SecurityUser caller, Alarm alarm) {
        var customer = AlarmFilter.customerOf(caller);
        if (customer != null && !AlarmEntity.of(alarm).visibleTo(customer)) {
            throw ApiException.forbidden(
                    "The active alarm of this type belongs to the former customer of the originator");
        }
    }

    private AlarmChange update(SecurityUser caller, Alarm stored, AlarmDraft draft, long now) {
        return inTransaction(() ->
                changes.update(caller.tenantId(), stored.id(), draft, now)
                        .orElseThrow(() -> notFound(stored)));
    }

    /** @throws ApiException (400) if it was acknowledged before */
    AlarmInfo acknowledge(SecurityUser caller, Alarm alarm) {
        return change(
                caller,
                alarm,
                new Step(
                        MessageType.ALARM_ACK,
                        "acknowledged",
                        "ACK",
                        "%s acknowledged the alarm".formatted(caller.email()),
                        json.createObjectNode()),
                now -> changes.acknowledge(caller.tenantId(), alarm.id(), now));
    }

    /** @throws ApiException (400) if it was cleared before */
    AlarmInfo clear(SecurityUser caller, Alarm alarm) {
        return change(
                caller,
                alarm,
                new Step(
                        MessageType.ALARM_CLEAR,
                        "cleared",
                        "CLEAR",
                        "%s cleared the alarm".formatted(caller.email()),
                        json.createObjectNode()),
                now -> changes.clear(caller.tenantId(), alarm.id(), now));
    }

    /** @throws ApiException (400) if it was assigned to this user before, or the user may not see it; 404 if there is no such user */
    AlarmInfo assign(SecurityUser caller, Alarm alarm, UserId assignee) {
        return assign(caller, alarm, assignees.require(caller, alarm, assignee));
    }

    private AlarmInfo assign(SecurityUser caller, Alarm alarm, User assignee) {
        return change(
                caller,
                alarm,
                new Step(
                        MessageType.ALARM_ASSIGNED,
                        "assigned to this user",
                        "ASSIGN",
                        "%s assigned the alarm to %s".formatted(caller.email(), assignee.email()),
                        json.createObjectNode()
                                .put("assigneeId", assignee.id().toString())
                                .put("assigneeEmail", assignee.email())),
                now -> changes.assign(caller.tenantId(), alarm.id(), assignee.id(), now));
    }

    /** @throws ApiException (400) if it was not assigned */
    AlarmInfo unassign(SecurityUser caller, Alarm alarm) {
        return change(
                caller,
                alarm,
                new Step(
                        MessageType.ALARM_UNASSIGNED,
                        "unassigned",
                        "UNASSIGN",
                        "%s unassigned the alarm".formatted(caller.email()),
                        json.createObjectNode()),
                now -> changes.assign(caller.tenantId(), alarm.id(), null, now));
    }

    /** @throws ApiException (404) if another request has deleted it */
    void delete(SecurityUser caller, Alarm alarm) {
        AlarmInfo last = shown(alarm);
        if (changes.delete(caller.tenantId(), alarm.id()).isEmpty()) {
            throw notFound(alarm);
        }
        actions.alarmChanged(
                caller, MessageType.ALARM_DELETE, AlarmEntity.atOriginator(alarm), last, Map.of());
    }

    /**
     * A change that a user makes once.
     *
     * @param done what the alarm is after it, for the refusal of a repetition
     * @param subtype its kind in the comment that records it
     * @param text the text of that comment
     * @param about further properties of that comment
     */
    private record Step(
            MessageType event, String done, String subtype, String text, ObjectNode about) {

        AlarmComment comment(SecurityUser by, AlarmId alarm, long now) {
            about.put("userId", by.userId().toString()).put("userEmail", by.email());
            return AlarmComment.ofEvent(alarm, subtype, text, about, now);
        }
    }

    private AlarmInfo change(
            SecurityUser caller,
            Alarm alarm,
            Step step,
            LongFunction<Optional<AlarmChange>> operation) {
        inTransaction(() -> {
            long now = clock.millis();
            AlarmChange change = operation.apply(now).orElseThrow(() -> notFound(alarm));
            if (!change.isModified()) {
                throw ApiException.badRequest("The alarm is already " + step.done());
            }
            changes.comment(step.comment(caller, alarm.id(), now));
            return change;
        });
        return tell(caller, step.event(), alarm);
    }

    private AlarmChange inTransaction(Supplier<AlarmChange> change) {
        return Objects.requireNonNull(transaction.execute(_ -> change.get()));
    }

    private AlarmInfo tell(SecurityUser caller, MessageType event, Alarm alarm) {
        AlarmInfo now = shown(alarm);
        actions.alarmChanged(caller, event, AlarmEntity.atOriginator(alarm), now, Map.of());
        return now;
    }

    private AlarmInfo shown(Alarm alarm) {
        return alarms.info(alarm.tenant(), alarm.id()).orElseThrow(() -> notFound(alarm));
    }

    static ApiException notFound(Alarm alarm) {
        return ApiException.notFound("The alarm %s was deleted".formatted(alarm.id()));
    }
}
