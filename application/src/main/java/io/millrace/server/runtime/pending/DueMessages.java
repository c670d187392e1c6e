// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Source;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.runtime.engine.EngineLifecycle;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Notifies nodes of due messages, by a message in the originator's lane. So the owner of the originator's partition
 * processes it, no matter which instance has found it. An instance claims the sites that it finds, so that no other
 * instance notifies them too; a site that is not processed before the claim expires is notified again. Messages that
 * wait in a deleted node are moved to dead letters.
 */
final class DueMessages implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DueMessages.class);

    /** Least time between two looks. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** Most time until the next look after one that has found something due: not all of it may have been accepted. */
    private static final Duration REPEAT = Duration.ofMillis(500);

    private static final Duration CLAIM_TIME = Duration.ofSeconds(30);
    private static final int TIMEOUT_SECONDS = 10;
    private static final Payload NOTHING = Payload.ofText("{}");

    /**
     * Claims due messages and returns their distinct sites, because one notification covers all due messages of a site.
     */
    private static final String CLAIM =
            """
            with due as (
              select node_id, id from pending_message
              where due_at <= ? and (claimed_until is null or claimed_until <= ?)
              order by due_at limit 500 for update skip locked
            ), claimed as (
              update pending_message p set claimed_until = ?
              from due where p.node_id = due.node_id and p.id = due.id
              returning p.tenant_id, p.chain_id, p.node_id, p.originator_type, p.originator_id
            )
            select s.*, exists (
                select from rule_chain c
                join rule_chain_version v on v.rule_chain_id = c.id and v.number = c.current_version
                where c.id = s.chain_id and c.tenant_id = s.tenant_id
                  and v.graph -> 'nodes' @> jsonb_build_array(
                    jsonb_build_object('id', jsonb_build_object('id', s.node_id::text)))
              ) as node_exists
            from (select distinct * from claimed) s\
            """;

    private final JdbcTemplate jdbc;
    private final PendingMessages pending;
    private final MessageQueue queue;
    private final DeadLetterStore deadLetters;
    private final Duration longestRest;
    private final Clock clock;
    private volatile double lateSeconds;
    private final DueTask task;

    /** @param longestRest most time between two looks for messages that are due */
    DueMessages(
            JdbcTemplate jdbc,
            PendingStorage pending,
            MessageQueue queue,
            DeadLetterStore deadLetters,
            Duration longestRest,
            Clock clock) {
        this.jdbc = jdbc;
        this.pending = pending;
        this.queue = queue;
        this.deadLetters = deadLetters;
        this.longestRest = longestRest;
        this.clock = clock;
        this.task = new DueTask("pending-due", PAUSE, clock, this::look);
        jdbc.setQueryTimeout(TIMEOUT_SECONDS);
        pending.listen(task::expect);
    }

    private long look() {
        long now = clock.millis();
        long first = firstDueAfter(0);
        lateSeconds = Math.max(0, now - first) / 1000.0;
        if (first > now) {
            return Math.min(first, now + longestRest.toMillis());
        }
        notifyNodes();
        return Math.min(firstDueAfter(now), now + REPEAT.toMillis());
    }

    private void notifyNodes() {
        boolean room = true;
        for (List<DueSite> due = claim(); room && !due.isEmpty(); due = claim()) {
            for (DueSite place : due) {
                if (place.exists()) {
                    room &= announce(place.site());
                } else {
                    moveToDeadLetters(place.site());
                }
            }
        }
    }

    /** Seconds by which the longest overdue message was late at the last run; 0 if none was. */
    double lateSeconds() {
        return lateSeconds;
    }

    /** Returns the first due time after the given one, or {@link DueTask#NEVER} if there is none. */
    private long firstDueAfter(long time) {
        Timestamp first =
                jdbc.queryForObject(
                        "select min(due_at) from pending_message where due_at > ?",
                        Timestamp.class,
                        new Timestamp(time));
        return first == null ? DueTask.NEVER : first.getTime();
    }

    private List<DueSite> claim() {
        Timestamp now = Timestamp.from(clock.instant());
        Timestamp until = Timestamp.from(clock.instant().plus(CLAIM_TIME));
        return jdbc.query(CLAIM, DueSite::of, now, now, until);
    }

    private boolean announce(Site site) {
        RuleMessage message =
                RuleMessage.of(
                                site.tenant(),
                                site.originator(),
                                PendingMessages.DUE,
                                Metadata.EMPTY,
                                NOTHING,
                                clock.millis())
                        .withEntry(EntryPoint.at(site.chain(), site.node()));
        return queue.submit(message, Source.RULE_ENGINE, () -> {}) == Admission.ACCEPTED;
    }

    private void moveToDeadLetters(Site site) {
        log.info(
                "Node {} of rule chain {} (tenant {}) was deleted while messages of {} waited in it; moving "
                        + "them to dead letters, unless they are timers of the node",
                site.node(),
                site.chain(),
                site.tenant(),
                site.originator());
        var _ =
                pending.find(site)
                        .thenAccept(all -> all.forEach(each -> end(site, each)))
                        .exceptionally(error -> {
                            log.warn(
                                    "Cannot read the messages that wait at {}; retrying when their claim expires",
                                    site,
                                    error);
                            return null;
                        });
    }

    /** A timer, such as a generator's tick, ends with its node. */
    private void end(Site site, Pending waiting) {
        if (waiting.isTimer()) {
            var _ = pending.remove(site, List.of(waiting.id()), null);
        } else {
            moveToDeadLetters(site, waiting);
        }
    }

    private void moveToDeadLetters(Site site, Pending waiting) {
        RuleMessage message = waiting.message();
        String queueName = message.queue() == null ? "Main" : message.queue();
        DeadLetter letter =
                new DeadLetter(
                        waiting.id(),
                        message,
                        queueName,
                        new Failure(
                                "the node in which the message waited was deleted from the chain",
                                site.chain(),
                                site.node(),
                                null),
                        new Path(List.of()),
                        0,
                        clock.instant(),
                        null);
        var _ =
                deadLetters
                        .add(letter)
                        .thenCompose(_ -> pending.remove(site, List.of(waiting.id()), null))
                        .exceptionally(error -> {
                            log.warn(
                                    "Cannot move waiting message {} to dead letters; retrying when its claim expires",
                                    waiting.id(),
                                    error);
                            return null;
                        });
    }

    @Override
    public void start() {
        task.start();
    }

    @Override
    public void stop() {
        task.stop();
    }

    @Override
    public boolean isRunning() {
        return task.isRunning();
    }

    /** Runs from after the start of the engine until before its stop. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE + 1;
    }
}
