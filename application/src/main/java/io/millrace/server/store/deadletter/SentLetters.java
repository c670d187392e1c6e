// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.deadletter.DeadLetterListener.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Letters whose messages were submitted to the queue again. Each is deleted by its id when its message is safe, even
 * long after the call that sent it. If the message fails again before that, its new letter has a new id and stays.
 * Thread-safe.
 */
public final class SentLetters implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SentLetters.class);
    private static final int BYTES_PER_LETTER = 200;

    /** The result of {@link #enter}. */
    public enum Entry {
        ENTERED,
        /** The letter is already being resent: its message is still in the queue from an earlier call. */
        KNOWN,
        /** The maximum number of letters is being resent. */
        FULL
    }

    private final GroupCommitter<UUID> committer;
    private final DeadLetterListener listener;
    private final int most;
    private final Set<UUID> underWay = new HashSet<>();

    /**
     * Starts the deletion of resent letters. Uses one connection.
     *
     * @param most maximum number of letters that are being resent at a time
     */
    public SentLetters(Transactions transactions, DeadLetterListener listener, int most) {
        this.listener = listener;
        this.most = most;
        this.committer =
                new GroupCommitter<>(
                        "resent-letters", transactions, SentLetters::delete, CommitLimits.DEFAULT);
    }

    /** Registers a letter before its message is submitted. */
    public synchronized Entry enter(UUID letter) {
        if (underWay.contains(letter)) {
            return Entry.KNOWN;
        }
        if (underWay.size() >= most) {
            return Entry.FULL;
        }
        underWay.add(letter);
        return Entry.ENTERED;
    }

    /** Removes a letter whose message the queue refused. */
    public synchronized void leave(UUID letter) {
        underWay.remove(letter);
    }

    /**
     * Deletes the letter of a message that is now safe. The stage completes when the letter is deleted; the call does
     * not block.
     */
    public CompletionStage<Void> safe(UUID letter) {
        return submit(letter)
                .whenComplete((_, error) -> {
                    leave(letter);
                    if (error == null) {
                        listener.gone(Reason.RESENT, 1);
                    } else {
                        log.error(
                                "Cannot delete dead letter {} after its message was resent; the letter stays "
                                        + "and can be resent again when its claim expires",
                                letter,
                                error);
                    }
                });
    }

    private CompletionStage<Void> submit(UUID letter) {
        try {
            return committer.submit(letter, BYTES_PER_LETTER);
        } catch (IllegalStateException closed) {
            return CompletableFuture.failedStage(closed);
        }
    }

    /** Returns the letters that are being resent. */
    public synchronized Set<UUID> all() {
        return Set.copyOf(underWay);
    }

    private static Runnable delete(Connection connection, Batch<UUID> batch) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("delete from dead_letter where id = any (?)")) {
            delete.setArray(
                    1, connection.createArrayOf("uuid", batch.items().stream().sorted().toArray()));
            delete.execute();
        }
        return () -> {};
    }

    /** Deletes the letters whose messages are safe and stops; gives up if the database is unavailable. */
    @Override
    public void close() {
        committer.close();
    }
}
