// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.store.TimedValue;
import io.millrace.server.platform.page.InvalidPageLinkException;
import io.millrace.server.runtime.push.ClientMessage.MalformedException;
import io.millrace.server.runtime.push.Frames.Sent;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.AccessTokens;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;

/**
 * The session of one client. The container calls {@link #received} with one message at a time; the call returns when its
 * commands have been run, so a client that sends much is read no faster than it is served. Messages to the client are
 * sent by one virtual thread at a time, which exists only while messages wait.
 *
 * <p>The lock guards the subscriptions, the outbox and the state. It is held while values are added, never while a thread
 * sends, reads the database or calls the registry of sessions.
 */
final class PushSession {

    private static final Logger log = LoggerFactory.getLogger(PushSession.class);

    private static final long AUTHENTICATION_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PING_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long TOKEN_CHECK_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** Updates of this time are sent together; a lone update does not wait. */
    private static final long PACE_MILLIS = 50;

    private static final int MESSAGES_AT_ONCE = 200;
    private static final int MESSAGES_PER_SECOND = 50;

    /** A command asks for at most this many values; more are for REST. */
    private static final int MAX_HISTORY_VALUES = 50_000;

    private static final String DATABASE_AWAY = "The database is unavailable; try again later";

    private final Connection connection;
    private final PushSessions sessions;
    private final long openedAt = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition roomOrEnd = lock.newCondition();
    private final Map<Integer, Subscription> subscriptions = new HashMap<>();
    private final Map<Integer, Feed> feeds = new HashMap<>();
    private final Outbox outbox;
    private boolean sending;
    private boolean closed;
    private double messagesLeft = MESSAGES_AT_ONCE;
    private long messagesCountedAt = openedAt;

    private volatile long heardAt = openedAt;
    private volatile long pingedAt = openedAt;
    private volatile long tokenCheckedAt = openedAt;
    private volatile @Nullable Access access;

    PushSession(Connection connection, PushSessions sessions, long bufferBytes) {
        this.connection = connection;
        this.sessions = sessions;
        this.outbox = new Outbox(bufferBytes);
    }

    /** A valid token of the client. Its text is kept for later checks and must not appear in a log. */
    private record Access(String token, AccessTokens.Valid valid) {

        @Override
        public String toString() {
            return "Access[%s]".formatted(valid.user().userId());
        }
    }

    /** The user; null before the client has sent a valid token. */
    @Nullable SecurityUser user() {
        Access current = access;
        return current == null ? null : current.valid().user();
    }

    /** The user with the token; null before the client has sent a valid one. */
    @Nullable Subscriber subscriber() {
        Access current = access;
        return current == null ? null : new Subscriber(current.valid().user(), current.token());
    }

    /** Runs a message of the client. */
    void received(String text) {
        heardAt = System.nanoTime();
        if (!mayReceive()) {
            close(CloseCause.TOO_MANY_MESSAGES, "Too many messages");
            return;
        }
        ClientMessage message;
        try {
            message = ClientMessage.parse(text);
        } catch (MalformedException e) {
            if (access == null) {
                close(CloseCause.NOT_AUTHENTICATED, "The first message must have an authCmd");
            } else {
                reply(Frames.error(0, Frames.BAD_REQUEST, String.valueOf(e.getMessage())));
            }
            return;
        }
        if (message.token() != null && !authenticate(message.token())) {
            return;
        }
        if (access == null) {
            close(CloseCause.NOT_AUTHENTICATED, "The first message must have an authCmd");
            return;
        }
        message.commands().forEach(this::run);
    }

    private boolean mayReceive() {
        long now = heardAt;
        double seconds = (now - messagesCountedAt) / (double) TimeUnit.SECONDS.toNanos(1);
        messagesLeft = Math.min(MESSAGES_AT_ONCE, messagesLeft + seconds * MESSAGES_PER_SECOND) - 1;
        messagesCountedAt = now;
        return messagesLeft >= 0;
    }

    /**
     * Checks a token of the client: the first one begins the session, a later one of the same user replaces it.
     *
     * @return false if the session was closed
     */
    boolean authenticate(String token) {
        try {
            return switch (sessions.tokens().check(token)) {
                case AccessTokens.Valid valid -> accept(new Access(token, valid));
                case AccessTokens.Expired _ -> {
                    close(CloseCause.EXPIRED_TOKEN, "Token has expired");
                    yield false;
                }
                case AccessTokens.Invalid _ -> {
                    close(CloseCause.INVALID_TOKEN, "Invalid JWT token");
                    yield false;
                }
            };
        } catch (DataAccessException e) {
            log.warn("Cannot check the token of a WebSocket session: {}", e.toString());
            close(CloseCause.FAULT, DATABASE_AWAY);
            return false;
        }
    }

    private boolean accept(Access next) {
        Access former = access;
        if (former == null) {
            String refusal = sessions.admit(this, next.valid().user());
            if (refusal != null) {
                close(CloseCause.LIMIT, refusal);
                return false;
            }
        } else if (!former.valid().user().userId().equals(next.valid().user().userId())) {
            close(CloseCause.INVALID_TOKEN, "The token belongs to another user");
            return false;
        }
        access = next;
        tokenCheckedAt = System.nanoTime();
        if (isClosed()) {
            sessions.forget(this);
            return false;
        }
        return true;
    }

    private void run(Command command) {
        SecurityUser user = user();
        if (user == null || !awaitRoom()) {
            return;
        }
        try {
            switch (command) {
                case Command.History history -> answer(user, history);
                case Command.Read read -> subscribe(user, read);
                case Command.NodeStates(int cmdId, UUID chain) -> follow(user, cmdId, chain);
                case Command.Alarms alarms -> follow(user, alarms);
                case Command.Unsubscribe(int cmdId) -> unsubscribe(cmdId);
                case Command.Invalid(int cmdId, CommandType type, String message) ->
                        reply(Frames.error(cmdId, type, Frames.BAD_REQUEST, message));
                case Command.Unsupported(int cmdId, CommandType type) -> refuse(cmdId, type);
            }
        } catch (ApiException refusal) {
            reply(
                    Frames.error(
                            command.cmdId(),
                            answeredType(command),
                            codeOf(refusal),
                            String.valueOf(refusal.getMessage())));
        } catch (InvalidPageLinkException e) {
            reply(
                    Frames.error(
                            command.cmdId(),
                            answeredType(command),
                            Frames.BAD_REQUEST,
                            String.valueOf(e.getMessage())));
        } catch (DataAccessException e) {
            log.warn("Cannot run a command of a WebSocket session: {}", e.toString());
            reply(
                    Frames.error(
                            command.cmdId(),
                            answeredType(command),
                            Frames.INTERNAL,
                            DATABASE_AWAY));
        }
    }

    private static @Nullable CommandType answeredType(Command command) {
        return command instanceof Command.Alarms alarms ? alarms.type() : null;
    }

    private static int codeOf(ApiException refusal) {
        return refusal.status() == HttpStatus.FORBIDDEN ? Frames.UNAUTHORIZED : Frames.BAD_REQUEST;
    }

    /** Waits until earlier answers have been sent. */
    private boolean awaitRoom() {
        lock.lock();
        try {
            while (!closed && !outbox.hasRoom()) {
                roomOrEnd.await();
            }
            return !closed;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void refuse(int cmdId, CommandType type) {
        if (type.updateType().isPresent()) {
            reply(
                    Frames.error(
                            cmdId,
                            type.updateType().get(),
                            Frames.BAD_REQUEST,
                            type + " is not supported yet"));
        }
        // The end of a subscription that cannot exist needs no answer.
    }

    private void answer(SecurityUser user, Command.History command) {
        TenantEntity entity =
                sessions.entities().require(user, command.target().type(), command.target().id());
        reply(
                Frames.update(
                        command.cmdId(),
                        sent(sessions.history(entity, command.target(), command.range())),
                        command.target().strict()));
    }

    private static Map<String, List<Sent>> sent(Map<String, List<TimedValue>> values) {
        Map<String, List<Sent>> sent = new LinkedHashMap<>();
        long count = 0;
        for (Map.Entry<String, List<TimedValue>> entry : values.entrySet()) {
            count += entry.getValue().size();
            sent.put(
                    entry.getKey(),
                    entry.getValue().stream()
                            .map(value -> new Sent(value.ts(), value.value()))
                            .toList());
        }
        if (count > MAX_HISTORY_VALUES) {
            throw ApiException.badRequest(
                    "limit: the answer has %d values, but at most %d are sent; read them over REST"
                            .formatted(count, MAX_HISTORY_VALUES));
        }
        return sent;
    }

    private void requireFree(int cmdId) {
        lock.lock();
        try {
            if (subscriptions.containsKey(cmdId) || feeds.containsKey(cmdId)) {
                throw ApiException.badRequest(
                        "cmdId: %d is the id of another subscription of this session"
                                .formatted(cmdId));
            }
        } finally {
            lock.unlock();
        }
    }

    private void follow(SecurityUser user, int cmdId, UUID chain) {
        requireFree(cmdId);
        if (user.authority() != Authority.TENANT_ADMIN) {
            throw ApiException.forbidden("You don't have permission to perform this operation");
        }
        TenantEntity entity = sessions.entities().require(user, EntityType.RULE_CHAIN, chain);
        follow(user, cmdId, sessions.nodeStates(entity.tenantId(), new RuleChainId(chain)));
    }

    /** A command with the id of a subscription to alarms replaces it, as clients do that turn a page. */
    private void follow(SecurityUser user, Command.Alarms command) {
        Feed former = feed(command.cmdId());
        if (former != null && former.source() instanceof AlarmSource) {
            unsubscribe(command.cmdId());
        }
        requireFree(command.cmdId());
        follow(user, command.cmdId(), sessions.alarms(user, command.selection(), command.page()));
    }

    private @Nullable Feed feed(int cmdId) {
        lock.lock();
        try {
            return feeds.get(cmdId);
        } finally {
            lock.unlock();
        }
    }

    private void follow(SecurityUser user, int cmdId, FeedSource source) {
        Feed feed = new Feed(this, cmdId, source);
        sessions.reserve(user, subscriptionCount());
        lock.lock();
        try {
            if (closed) {
                sessions.release(user, 1);
                return;
            }
            feeds.put(cmdId, feed);
        } finally {
            lock.unlock();
        }
        sessions.feeds().add(feed);
        Subscriber subscriber = subscriber();
        if (isClosed() || subscriber == null) {
            sessions.feeds().remove(feed);
            return;
        }
        try {
            sessions.feeds().first(feed, subscriber);
        } catch (ApiException | InvalidPageLinkException | DataAccessException e) {
            drop(feed);
            throw e;
        }
    }

    /**
     * Passes contents on, unless earlier messages wait: the next contents follow.
     *
     * @return false if they were not passed on
     */
    boolean offer(Feed feed, String frame) {
        lock.lock();
        try {
            if (closed || !feed.equals(feeds.get(feed.cmdId())) || !outbox.isEmpty()) {
                return false;
            }
            outbox.reply(frame);
        } finally {
            lock.unlock();
        }
        wakeSender();
        return true;
    }

    /** Ends a feed whose contents the user may no longer see. */
    void end(Feed feed, ApiException refusal) {
        if (drop(feed)) {
            reply(
                    feed.source()
                            .error(
                                    feed.cmdId(),
                                    codeOf(refusal),
                                    String.valueOf(refusal.getMessage())));
        }
    }

    private void subscribe(SecurityUser user, Command.Read command) {
        requireFree(command.cmdId());
        TenantEntity entity =
                sessions.entities().require(user, command.target().type(), command.target().id());
        Subscription subscription = new Subscription(this, command, entity.entityId());
        sessions.reserve(user, subscriptionCount());
        lock.lock();
        try {
            if (closed) {
                sessions.release(user, 1);
                return;
            }
            subscriptions.put(command.cmdId(), subscription);
        } finally {
            lock.unlock();
        }
        // Watched before the values are read: no change is missed in between.
        sessions.watched().add(entity.tenantId(), subscription);
        try {
            begin(entity, subscription, command);
        } catch (ApiException | DataAccessException e) {
            drop(subscription);
            throw e;
        }
        if (isClosed()) {
            sessions.watched().remove(subscription);
        }
    }

    private void begin(TenantEntity entity, Subscription subscription, Command.Read command) {
        boolean missed;
        if (command instanceof Command.Live live) {
            Map<String, List<TimedValue>> history =
                    sessions.history(entity, live.target(), live.history());
            String frame = Frames.update(live.cmdId(), sent(history), live.target().strict());
            lock.lock();
            try {
                outbox.reply(frame);
                subscription.startWithHistory(history, outbox);
                missed = subscription.hasMissedChanges();
            } finally {
                lock.unlock();
            }
        } else {
            Change current = sessions.current(entity.tenantId(), subscription);
            lock.lock();
            try {
                subscription.start(current, outbox);
                missed = subscription.hasMissedChanges();
            } finally {
                lock.unlock();
            }
        }
        if (missed) {
            sessions.watched().changed(entity.entityId().id());
        }
        wakeSender();
    }

    private int subscriptionCount() {
        lock.lock();
        try {
            return subscriptions.size() + feeds.size();
        } finally {
            lock.unlock();
        }
    }

    private void unsubscribe(int cmdId) {
        Subscription subscription;
        Feed feed;
        lock.lock();
        try {
            subscription = subscriptions.get(cmdId);
            feed = feeds.get(cmdId);
        } finally {
            lock.unlock();
        }
        if (feed != null) {
            drop(feed);
            return;
        }
        if (subscription == null) {
            throw ApiException.badRequest(
                    "cmdId: this session has no subscription %d".formatted(cmdId));
        }
        drop(subscription);
    }

    /** Ends a feed; false if it has ended. */
    private boolean drop(Feed feed) {
        boolean removed;
        lock.lock();
        try {
            removed = feeds.remove(feed.cmdId(), feed);
        } finally {
            lock.unlock();
        }
        sessions.feeds().remove(feed);
        SecurityUser user = user();
        if (removed && user != null) {
            sessions.release(user, 1);
        }
        return removed;
    }

    /** Ends a subscription. */
    private void drop(Subscription subscription) {
        SecurityUser user = user();
        boolean removed;
        lock.lock();
        try {
            removed = subscriptions.remove(subscription.cmdId(), subscription);
            outbox.remove(subscription.cmdId());
        } finally {
            lock.unlock();
        }
        sessions.watched().remove(subscription);
        if (removed && user != null) {
            sessions.release(user, 1);
        }
    }

    /** Ends a subscription if the user may no longer see the entity. */
    void checkAccess(Subscription subscription) {
        SecurityUser user = user();
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
            close(CloseCause.FAULT, DATABASE_AWAY);
        }
    }

    /** Ends a subscription whose values cannot be read. */
    void refuse(Subscription subscription, ApiException refusal) {
        end(subscription, Frames.BAD_REQUEST, refusal);
    }

    private void end(Subscription subscription, int code, ApiException refusal) {
        drop(subscription);
        reply(Frames.error(subscription.cmdId(), code, String.valueOf(refusal.getMessage())));
    }

    /** Passes a change on to a subscription. */
    void offer(Subscription subscription, Change change) {
        int conflated;
        boolean overflow;
        lock.lock();
        try {
            if (closed || subscriptions.get(subscription.cmdId()) != subscription) {
                return;
            }
            subscription.offer(change, outbox);
            conflated = outbox.takeConflated();
            overflow = outbox.overflows();
        } finally {
            lock.unlock();
        }
        if (conflated > 0) {
            sessions.metrics().conflated(conflated);
        }
        if (overflow) {
            close(CloseCause.SLOW, "The client receives too slowly");
        } else {
            wakeSender();
        }
    }

    private void reply(String frame) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            outbox.reply(frame);
        } finally {
            lock.unlock();
        }
        wakeSender();
    }

    private void wakeSender() {
        lock.lock();
        try {
            if (sending || closed || outbox.isEmpty()) {
                return;
            }
            sending = true;
        } finally {
            lock.unlock();
        }
        sessions.execute(this::send);
    }

    private void send() {
        try {
            for (Supplier<String> next = next(); next != null; next = next()) {
                connection.send(next.get());
                sessions.metrics().messageSent();
            }
        } catch (SocketTimeoutException _) {
            close(CloseCause.SLOW, "The client receives too slowly");
        } catch (IOException e) {
            log.debug("A WebSocket session broke: {}", e.toString());
            close(CloseCause.CLIENT, "");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("Cannot send to a WebSocket session; closing it", e);
            close(CloseCause.FAULT, "Internal error");
        }
    }

    /** Returns the next message; null, and the thread must end, if none arrives for a moment. */
    private @Nullable Supplier<String> next() throws InterruptedException {
        Supplier<String> next = poll(false);
        if (next == null) {
            Thread.sleep(PACE_MILLIS);
            next = poll(true);
        }
        return next;
    }

    private @Nullable Supplier<String> poll(boolean last) {
        lock.lock();
        try {
            Supplier<String> next = closed ? null : outbox.next();
            if (next == null && last) {
                sending = false;
            }
            if (outbox.hasRoom()) {
                roomOrEnd.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the client has answered a ping. */
    void ponged() {
        heardAt = System.nanoTime();
    }

    /**
     * Checks the deadlines of the session; called about once a second.
     *
     * @param now as {@link System#nanoTime}
     */
    void tick(long now) {
        Access current = access;
        if (current == null) {
            if (now - openedAt > AUTHENTICATION_NANOS) {
                close(CloseCause.NOT_AUTHENTICATED, "No authCmd within 10 seconds");
            }
            return;
        }
        if (!sessions.now().isBefore(current.valid().expiresAt())) {
            close(CloseCause.ACCESS_ENDED, "Token has expired");
        } else if (now - heardAt > SILENCE_NANOS) {
            close(CloseCause.SILENT, "No answer to pings");
        } else if (now - tokenCheckedAt > TOKEN_CHECK_NANOS) {
            sessions.execute(this::checkToken);
        } else if (now - pingedAt > PING_NANOS) {
            pingedAt = now;
            sessions.execute(this::ping);
        }
    }

    /** Closes the session if its user has signed out or was disabled. */
    void checkToken() {
        Access current = access;
        if (current == null) {
            return;
        }
        tokenCheckedAt = System.nanoTime();
        try {
            if (!(sessions.tokens().check(current.token()) instanceof AccessTokens.Valid)) {
                close(CloseCause.ACCESS_ENDED, "The session has ended");
            }
        } catch (DataAccessException e) {
            // An outage ends no session; the next check follows.
            log.debug("Cannot check the token of a WebSocket session", e);
        }
    }

    /** Sends a ping unless a message is on its way, whose end shows as much. */
    private void ping() {
        lock.lock();
        try {
            if (sending || closed) {
                return;
            }
            sending = true;
        } finally {
            lock.unlock();
        }
        try {
            connection.ping();
        } catch (IOException | RuntimeException e) {
            log.debug("A WebSocket session broke: {}", e.toString());
            close(CloseCause.CLIENT, "");
            return;
        }
        // Messages that arrived during the ping.
        send();
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the session; has no effect if it has ended. */
    void close(CloseCause cause, String reason) {
        List<Subscription> ended;
        List<Feed> endedFeeds;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            ended = new ArrayList<>(subscriptions.values());
            subscriptions.clear();
            endedFeeds = new ArrayList<>(feeds.values());
            feeds.clear();
            outbox.clear();
            roomOrEnd.signalAll();
        } finally {
            lock.unlock();
        }
        ended.forEach(sessions.watched()::remove);
        endedFeeds.forEach(sessions.feeds()::remove);
        sessions.ended(this, ended.size() + endedFeeds.size(), cause);
        sessions.execute(() -> connection.close(cause.code(), reason));
    }
}
