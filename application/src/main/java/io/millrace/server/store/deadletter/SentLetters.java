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
 * Letters whose messages the queue has again. Each is deleted by its own id when its message is safe, however long after the call
 * that sent it; should the message die again before that, its new letter has an id of its own and stays. Safe for use by
 * many threads.
 */
public final class SentLetters implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SentLetters.class);
    private static final int BYTES_PER_LETTER = 200;

    /** What entering came to. */
    public enum Entry {
        ENTERED,
        /** It is there already: its message has been with the queue for a long time. */
        KNOWN,
        /** Too many are under way. */
        FULL
    }

    private final GroupCommitter<UUID> committer;
    private final DeadLetterListener listener;
    private final int most;
    private final Set<UUID> underWay = new HashSet<>();

    /**
     * Uses one connection.
     *
     * @param most how many letters may be under way
     */
    public SentLetters(Transactions transactions, DeadLetterListener listener, int most) {
        this.listener = listener;
        this.most = most;
        this.committer =
                new GroupCommitter<>(
                        "resent-letters", transactions, SentLetters::delete, CommitLimits.DEFAULT);
    }

    /** Notes a letter before its message is submitted. */
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

    /** The queue did not take the message. */
    public synchronized void leave(UUID letter) {
        underWay.remove(letter);
    }

    /** The message is safe: deletes its letter. Completes when the letter is gone; does not block. */
    public CompletionStage<Void> safe(UUID letter) {
        return submit(letter)
                .whenComplete((_, error) -> {
                    leave(letter);
                    if (error == null) {
                        listener.gone(Reason.RESENT, 1);
                    } else {
                        log.error(
                                "Cannot delete dead letter {} after it was sent again; its claim ends and it stays",
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

    /** All that are under way. */
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

    /** Deletes what is safe and ends; gives up when the database is away. */
    @Override
    public void close() {
        committer.close();
    }
}
