// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.SecurityUser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * The subscriptions of one session. The lock guards them and what they know of the values that they have sent. It is held
 * while values are added to the outbox, never while a thread reads the database or calls the registry of sessions.
 */
final class SessionSubscriptions {

    private static final Logger log = LoggerFactory.getLogger(SessionSubscriptions.class);

    private final PushSessions sessions;
    private final SessionAccess access;
    private final Sender sender;
    private final SessionEnd session;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, SessionSubscription> byCommand = new HashMap<>();
    private boolean closed;

    SessionSubscriptions(
            PushSessions sessions, SessionAccess access, Sender sender, SessionEnd session) {
        this.sessions = sessions;
        this.access = access;
        this.sender = sender;
        this.session = session;
    }

    /** The user of the session with the token; null before the client has sent a valid one. */
    @Nullable Subscriber subscriber() {
        return access.subscriber();
    }

    @Nullable SessionSubscription find(int cmdId) {
        lock.lock();
        try {
            return byCommand.get(cmdId);
        } finally {
            lock.unlock();
        }
    }

    void requireFree(int cmdId) {
        if (find(cmdId) != null) {
            throw ApiException.badRequest(
                    "cmdId: %d is the id of another subscription of this session".formatted(cmdId));
        }
    }

    private int size() {
        lock.lock();
        try {
            return byCommand.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a subscription. It is served from now on, so that no change is missed that follows the first values.
     *
     * @return false if the session has ended
     * @throws ApiException if the session or the tenant has its maximum
     */
    boolean add(SessionSubscription subscription, SecurityUser user) {
        sessions.reserve(user, size());
        if (!put(subscription)) {
            sessions.release(user, 1);
            return false;
        }
        subscription.enter(sessions);
        if (isClosed()) {
            subscription.leave(sessions);
            return false;
        }
        return true;
    }

    private boolean put(SessionSubscription subscription) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            byCommand.put(subscription.cmdId(), subscription);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends the first values of a subscription, and then the changes that arrived in the meantime. */
    void start(Subscription subscription, Consumer<Outbox> first) {
        boolean missed;
        lock.lock();
        try {
            sender.add(first);
            missed = subscription.hasMissedChanges();
        } finally {
            lock.unlock();
        }
        if (missed) {
            sessions.watched().changed(subscription.entity().id());
        }
        sender.wake();
    }

    /** Passes a change on to a subscription. */
    void offer(Subscription subscription, Change change) {
        try {
            if (add(subscription, change)) {
                sender.wakeOrGiveUp();
            }
        } catch (RuntimeException e) {
            log.error("Cannot pass a change on to a WebSocket session; closing it", e);
            session.close(CloseCause.FAULT, "Internal error");
        }
    }

    private boolean add(Subscription subscription, Change change) {
        lock.lock();
        try {
            boolean present = has(subscription);
            if (present) {
                sender.add(outbox -> subscription.offer(change, outbox));
            }
            return present;
        } finally {
            lock.unlock();
        }
    }

    private boolean has(SessionSubscription subscription) {
        return subscription.equals(byCommand.get(subscription.cmdId()));
    }

    /**
     * Passes contents on, unless earlier messages wait: the next contents follow.
     *
     * @return false if they were not passed on
     */
    boolean offer(Feed feed, String frame) {
        lock.lock();
        try {
            if (!has(feed) || !sender.addIfNoneWaits(frame)) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        sender.wake();
        return true;
    }

    /** Ends a subscription if the user may no longer see the entity. */
    void checkAccess(Subscription subscription) {
        SecurityUser user = access.user();
        if (user == null) {
            return;
        }
        try {
            TenantEntity _ =
                    sessions.entities()
                            .require(
                                    user, subscription.entity().type(), subscription.entity().id());
        } catch (ApiException refusal) {
            end(subscription, Frames.UNAUTHORIZED, refusal);
        } catch (DataAccessException e) {
            log.warn("Cannot check the access of a WebSocket session: {}", e.toString());
            session.close(CloseCause.FAULT, Frames.DATABASE_AWAY);
        }
    }

    /** Ends a subscription whose contents cannot be sent any more, and tells the client why. */
    void end(SessionSubscription subscription, int code, ApiException refusal) {
        if (end(subscription)) {
            sender.reply(subscription.error(code, String.valueOf(refusal.getMessage())));
        }
    }

    /** Ends a subscription; false if it has ended. */
    boolean end(SessionSubscription subscription) {
        boolean removed;
        lock.lock();
        try {
            removed = byCommand.remove(subscription.cmdId(), subscription);
            if (removed) {
                sender.add(outbox -> outbox.remove(subscription.cmdId()));
            }
        } finally {
            lock.unlock();
        }
        subscription.leave(sessions);
        SecurityUser user = access.user();
        if (removed && user != null) {
            sessions.release(user, 1);
        }
        return removed;
    }

    /**
     * Ends all subscriptions. None can be added after that.
     *
     * @return how many there were
     */
    int close() {
        List<SessionSubscription> ended;
        lock.lock();
        try {
            closed = true;
            ended = new ArrayList<>(byCommand.values());
            byCommand.clear();
        } finally {
            lock.unlock();
        }
        ended.forEach(each -> each.leave(sessions));
        return ended.size();
    }
}
