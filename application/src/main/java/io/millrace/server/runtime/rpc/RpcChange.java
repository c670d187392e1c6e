// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.rule.store.DeviceRpc.Request;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A change of a persistent request. All times are milliseconds since the epoch. */
sealed interface RpcChange {

    /** Receives what the change has done. */
    Outcome outcome();

    /**
     * Stores a request as {@link RpcStatus#QUEUED}, claimed by the attempt 1.
     *
     * @param retries how often it is sent again
     * @param additionalInfo JSON text or null
     * @param claimedUntil when another instance may send it
     */
    record Add(
            Request request,
            int retries,
            @Nullable String additionalInfo,
            long now,
            long claimedUntil,
            Outcome outcome)
            implements RpcChange {}

    /** Begins another attempt of a request that waits, unless another instance has claimed it. */
    record Claim(UUID id, long now, long until, Outcome outcome) implements RpcChange {}

    /** Ends an attempt whose request was not sent: it waits again, until the time at the latest. */
    record Release(UUID id, int attempt, long dueAt, Outcome outcome) implements RpcChange {}

    /** The request of an attempt was written to a connection; it times out at the given time. */
    record Sent(UUID id, int attempt, long dueAt, Outcome outcome) implements RpcChange {}

    /**
     * The device has the request of an attempt.
     *
     * @param eraseAt when the request is erased, if this ends it
     */
    record Delivered(UUID id, int attempt, long eraseAt, Outcome outcome) implements RpcChange {}

    /**
     * The device has not acknowledged the request of an attempt.
     *
     * @param now when it is sent again, if it has retries left
     * @param eraseAt when the request is erased, if it has not
     */
    record TimedOut(UUID id, int attempt, long now, long eraseAt, Outcome outcome)
            implements RpcChange {}

    /**
     * The end of a request, if it has not ended.
     *
     * @param response JSON text or null
     */
    record End(UUID id, RpcStatus status, @Nullable String response, long eraseAt, Outcome outcome)
            implements RpcChange {}

    /**
     * What a change has done; if the write is repeated, the last attempt sets it.
     */
    final class Outcome {

        /** The request after the change; null if it was not changed. */
        volatile @Nullable StoredRpc changed;

        /** Why an {@link Add} stored nothing; null if it did. */
        volatile @Nullable Refusal refusal;
    }

    /** Why a request is not stored. */
    enum Refusal {
        NO_DEVICE,
        TOO_MANY,
        SAME_ID
    }
}
