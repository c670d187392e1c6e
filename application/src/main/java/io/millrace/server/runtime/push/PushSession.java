// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.runtime.push.ClientMessage.MalformedException;
import io.millrace.server.runtime.push.SessionAccess.Refusal;
import io.millrace.server.web.security.SecurityUser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The session of one client. The container calls {@link #received} with one message at a time; the call returns when its
 * commands have been run, so a client that sends much is read no faster than it is served.
 */
final class PushSession {

    private static final long AUTHENTICATION_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PING_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long TOKEN_CHECK_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Connection connection;
    private final PushSessions sessions;
    private final SessionAccess access;
    private final Sender sender;
    private final SessionSubscriptions subscriptions;
    private final CommandRunner commands;
    private final long openedAt = System.nanoTime();
    private final ReceiveRate rate = new ReceiveRate(openedAt);
    private final AtomicBoolean closed = new AtomicBoolean();

    private volatile long heardAt = openedAt;
    private volatile long pingedAt = openedAt;

    PushSession(Connection connection, PushSessions sessions, long bufferBytes) {
        this.connection = connection;
        this.sessions = sessions;
        this.access = new SessionAccess(sessions.tokens());
        this.sender =
                new Sender(
                        connection,
                        new Outbox(bufferBytes),
                        sessions::execute,
                        sessions.metrics(),
                        this::close);
        this.subscriptions = new SessionSubscriptions(sessions, access, sender, this::close);
        this.commands = new CommandRunner(sessions, subscriptions, sender);
    }

    /** The user; null before the client has sent a valid token. */
    @Nullable SecurityUser user() {
        return access.user();
    }

    /** Runs a message of the client. */
    void received(String text) {
        heardAt = System.nanoTime();
        if (!rate.count(heardAt)) {
            close(CloseCause.TOO_MANY_MESSAGES, "Too many messages");
            return;
        }
        ClientMessage message;
        try {
            message = ClientMessage.parse(text);
        } catch (MalformedException e) {
            if (access.user() == null) {
                closeUnauthenticated();
            } else {
                sender.reply(Frames.error(0, Frames.BAD_REQUEST, String.valueOf(e.getMessage())));
            }
            return;
        }
        if (message.token() != null && !authenticate(message.token())) {
            return;
        }
        Subscriber client = access.subscriber();
        if (client == null) {
            closeUnauthenticated();
            return;
        }
        message.commands().forEach(command -> commands.run(command, client));
    }

    private void closeUnauthenticated() {
        close(CloseCause.NOT_AUTHENTICATED, "The first message must have an authCmd");
    }

    /**
     * Checks a token of the client: the first one begins the session, a later one of the same user replaces it.
     *
     * @return false if the session was closed
     */
    boolean authenticate(String token) {
        Refusal refusal = access.authenticate(token, user -> sessions.admit(this, user));
        if (refusal != null) {
            close(refusal.cause(), refusal.reason());
            return false;
        }
        if (closed.get()) {
            sessions.forget(this);
            return false;
        }
        return true;
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
        if (access.user() == null) {
            if (now - openedAt > AUTHENTICATION_NANOS) {
                close(CloseCause.NOT_AUTHENTICATED, "No authCmd within 10 seconds");
            }
        } else if (access.hasExpired(sessions.now())) {
            close(CloseCause.ACCESS_ENDED, "Token has expired");
        } else if (now - heardAt > SILENCE_NANOS) {
            close(CloseCause.SILENT, "No answer to pings");
        } else if (now - access.checkedAt() > TOKEN_CHECK_NANOS) {
            sessions.execute(this::checkToken);
        } else if (now - pingedAt > PING_NANOS) {
            pingedAt = now;
            sessions.execute(sender::ping);
        }
    }

    /** Closes the session if its user has signed out or was disabled. */
    void checkToken() {
        if (!access.isStillValid()) {
            close(CloseCause.ACCESS_ENDED, "The session has ended");
        }
    }

    /** Ends the session; has no effect if it has ended. */
    void close(CloseCause cause, String reason) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        sender.end();
        int ended = subscriptions.close();
        sessions.ended(this, ended, cause);
        sessions.execute(() -> connection.close(cause.code(), reason));
    }
}
