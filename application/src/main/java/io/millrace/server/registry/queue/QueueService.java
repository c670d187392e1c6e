// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.message.id.QueueId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueDefinition;
import io.millrace.server.platform.jdbc.Constraints;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes, changes and deletes the queues that all tenants share, and tells this instance of it. */
@Component
final class QueueService {

    private static final Logger log = LoggerFactory.getLogger(QueueService.class);

    /** A refusal to delete a queue names so many of those who use it. */
    private static final int USERS_TOLD = 5;

    private static final Set<String> TOPIC_KEYS = Set.of("queue_topic_key", "queue_api_topic_key");

    private final QueueRepository queues;
    private final List<QueueUsers> users;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;

    QueueService(
            QueueRepository queues,
            List<QueueUsers> users,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.queues = queues;
        this.users = users;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    Queue add(QueueDocument document) {
        Queue added;
        try {
            added =
                    Objects.requireNonNull(
                            transaction.execute(_ -> queues.add(TenantId.SYSTEM, document)));
        } catch (DuplicateKeyException duplicate) {
            throw taken(document, duplicate);
        }
        log.info("Queue {} added", document.name());
        events.publishEvent(new QueuesChanged());
        return added;
    }

    private static ApiException taken(QueueDocument document, DuplicateKeyException duplicate) {
        return TOPIC_KEYS.contains(Constraints.violatedBy(duplicate))
                ? ApiException.badRequest(
                        "topic: another queue has the topic '%s' already, or one that differs in nothing but '.' and '_'"
                                .formatted(document.topic()))
                : ApiException.badRequest(
                        "name: a queue '%s' exists already".formatted(document.name()));
    }

    /**
     * Changes a queue. Messages that run through it follow the new definition from now on.
     *
     * @param stored the queue as it is
     * @param version the version that the caller has seen; null: whichever it is
     * @return the changed queue, with a warning if its number of partitions changes
     */
    SavedQueue change(Queue stored, QueueDocument document, @Nullable Long version) {
        if (version != null && version != stored.version()) {
            throw conflict(stored);
        }
        requireSame(stored.document(), document);
        PartitionChange partitions = new PartitionChange(stored, document, queues);
        partitions.requirePossible();
        try {
            transaction.executeWithoutResult(_ -> {
                if (!queues.update(stored, document)) {
                    throw conflict(stored);
                }
            });
        } catch (DuplicateKeyException _) {
            throw partitions.topicTaken();
        }
        log.info("Queue {} changed", document.name());
        partitions.log();
        events.publishEvent(new QueuesChanged());
        return new SavedQueue(require(stored.id().id()), partitions.warnings());
    }

    private static void requireSame(QueueDocument stored, QueueDocument wanted) {
        List<String> faults = new ArrayList<>();
        if (!wanted.name().equals(stored.name())) {
            faults.add(
                    "name: expected '%s', as a queue keeps its name, got '%s'"
                            .formatted(stored.name(), wanted.name()));
        }
        if (!wanted.topic().equals(stored.topic())) {
            faults.add(
                    "topic: expected '%s', as a queue keeps its topic, got '%s'"
                            .formatted(stored.topic(), wanted.topic()));
        }
        if (!faults.isEmpty()) {
            throw ApiException.badRequest(String.join("; ", faults));
        }
    }

    /** Deletes a queue that nothing refers to. Messages that are in it run to their end. */
    void delete(UUID id) {
        transaction.executeWithoutResult(_ -> {
            queues.lock(new QueueId(id));
            Queue stored = require(id);
            requireUnused(stored);
            queues.delete(stored.id());
        });
        log.info("Queue {} deleted", id);
        events.publishEvent(new QueuesChanged());
    }

    /** A queue that all tenants share. */
    Queue require(UUID id) {
        return queues.find(TenantId.SYSTEM, id).orElseThrow(() -> notFound(id));
    }

    static ApiException notFound(UUID id) {
        return ApiException.notFound("Queue with id [%s] is not found".formatted(id));
    }

    private void requireUnused(Queue queue) {
        if (queue.document().name().equals(QueueDefinition.MAIN.name())) {
            throw ApiException.badRequest(
                    "The queue Main cannot be deleted: it takes the messages that name no other");
        }
        List<String> found =
                users.stream()
                        .flatMap(each -> each.usersOf(queue.key(), USERS_TOLD).stream())
                        .limit(USERS_TOLD)
                        .toList();
        if (!found.isEmpty()) {
            throw ApiException.badRequest("The queue is used by " + String.join(", ", found));
        }
    }

    private static ApiException conflict(Queue queue) {
        return ApiException.versionConflict(
                "Queue %s was changed by somebody else; load it again"
                        .formatted(queue.document().name()));
    }
}
