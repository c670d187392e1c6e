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
 * Dead letters in PostgreSQL. Letters are grouped into transactions; their stages complete on the thread that writes, and
 * what hangs on them must not block.
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

    /** How many letters wait for their transaction. */
    public int waitingLetters() {
        return committer.waitingItems();
    }

    /** Writes what was taken in and ends; gives up when the database is away. */
    @Override
    public void close() {
        committer.close();
    }
}
