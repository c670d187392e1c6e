// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeadLetterStore;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import java.util.concurrent.CompletionStage;

/**
 * Stores dead letters in PostgreSQL. Letters are grouped into transactions. Their stages complete on the writer thread,
 * so dependent stages must not block.
 */
public final class DeadLetterStorage implements DeadLetterStore, AutoCloseable {

    private static final int BYTES_PER_LETTER = 1_000;

    private final GroupCommitter<DeadLetterRow> committer;

    /** Starts the storage. It uses one connection. */
    public DeadLetterStorage(Transactions transactions, CommitLimits limits) {
        this.committer =
                new GroupCommitter<>(
                        "dead-letters",
                        transactions,
                        new DeadLetterWriter(),
                        row -> row.letter().lease(),
                        limits);
    }

    @Override
    public CompletionStage<Void> add(DeadLetter letter) {
        byte[] message = RuleMessageCodec.encode(letter.message());
        return committer.submit(
                new DeadLetterRow(letter, message), BYTES_PER_LETTER + message.length);
    }

    /** The number of letters that wait for their transaction. */
    public int waitingLetters() {
        return committer.waitingItems();
    }

    /** Writes all accepted letters and stops; gives up if the database is unavailable. */
    @Override
    public void close() {
        committer.close();
    }
}
