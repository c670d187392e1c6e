// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.message.Payload;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The calls that wait on this instance for the result of a message: through the rule chains, and to devices. Their number
 * is bounded, per tenant and in total. Thread-safe.
 */
public final class WaitingCalls {

    private final int most;
    private final int mostOfTenant;
    private final Map<UUID, Call> calls = new HashMap<>();
    private final Map<TenantId, Integer> ofTenants = new HashMap<>();

    /**
     * @param most maximum number of waiting calls
     * @param mostOfTenant maximum number of waiting calls of one tenant
     */
    WaitingCalls(int most, int mostOfTenant) {
        this.most = most;
        this.mostOfTenant = mostOfTenant;
    }

    /**
     * Registers a call under a new id; the caller must close it.
     *
     * @throws ApiException (503) if too many calls are waiting
     */
    public Call begin(TenantId tenant) {
        return begin(tenant, UUID.randomUUID());
    }

    /**
     * Registers a call; the caller must close it.
     *
     * @param id identity of the call
     * @throws ApiException (503) if too many calls are waiting, (409) if a call with the id is waiting
     */
    public synchronized Call begin(TenantId tenant, UUID id) {
        if (calls.size() >= most) {
            throw tooMany("%d calls are already waiting for an answer".formatted(most));
        }
        if (ofTenants.getOrDefault(tenant, 0) >= mostOfTenant) {
            throw tooMany(
                    "%d calls of the tenant are already waiting for an answer"
                            .formatted(mostOfTenant));
        }
        if (calls.containsKey(id)) {
            throw ApiException.conflict(
                    "A call with id [%s] is already waiting for an answer".formatted(id));
        }
        Call call = new Call(id, tenant);
        calls.put(call.id(), call);
        ofTenants.merge(tenant, 1, Integer::sum);
        return call;
    }

    private static ApiException tooMany(String what) {
        return ApiException.unavailable(what + "; try again later");
    }

    private synchronized void end(Call call) {
        if (calls.remove(call.id()) != null) {
            int left = ofTenants.getOrDefault(call.tenant, 0) - 1;
            if (left > 0) {
                ofTenants.put(call.tenant, left);
            } else {
                ofTenants.remove(call.tenant);
            }
        }
    }

    /** Completes a call that is still waiting; only the first answer is used. */
    void answer(UUID request, Payload answer) {
        Call call;
        synchronized (this) {
            call = calls.get(request);
        }
        if (call != null) {
            call.answer.complete(answer);
        }
    }

    synchronized boolean isWaiting(UUID request) {
        return calls.containsKey(request);
    }

    /** Returns the ids of all waiting calls. */
    synchronized Set<UUID> waiting() {
        return Set.copyOf(calls.keySet());
    }

    /** The number of waiting calls. */
    synchronized int size() {
        return calls.size();
    }

    /** A waiting call. */
    public final class Call implements AutoCloseable {

        private final UUID id;
        private final TenantId tenant;
        private final CompletableFuture<Payload> answer = new CompletableFuture<>();

        private Call(UUID id, TenantId tenant) {
            this.id = id;
            this.tenant = tenant;
        }

        public UUID id() {
            return id;
        }

        /** Ends the wait with a failure. */
        public void fail(Throwable reason) {
            answer.completeExceptionally(reason);
        }

        /**
         * Waits for the answer and returns it.
         *
         * @throws TimeoutException if no answer arrives in time
         * @throws ExecutionException if the call has failed
         */
        public Payload await(Duration time)
                throws TimeoutException, ExecutionException, InterruptedException {
            return answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {
            end(this);
        }
    }
}
