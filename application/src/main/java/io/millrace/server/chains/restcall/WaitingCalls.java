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

/** The calls that wait on this instance. Their number is bounded, for each tenant and in all. */
final class WaitingCalls {

    private final int most;
    private final int mostOfTenant;
    private final Map<UUID, Call> calls = new HashMap<>();
    private final Map<TenantId, Integer> ofTenants = new HashMap<>();

    /**
     * @param most how many may wait at once
     * @param mostOfTenant how many of one tenant may
     */
    WaitingCalls(int most, int mostOfTenant) {
        this.most = most;
        this.mostOfTenant = mostOfTenant;
    }

    /**
     * Begins to wait; to be closed in any case.
     *
     * @throws ApiException (503) where too many wait already
     */
    synchronized Call begin(TenantId tenant) {
        if (calls.size() >= most) {
            throw tooMany("%d calls wait for an answer already".formatted(most));
        }
        if (ofTenants.getOrDefault(tenant, 0) >= mostOfTenant) {
            throw tooMany(
                    "%d calls of the tenant wait for an answer already".formatted(mostOfTenant));
        }
        Call call = new Call(UUID.randomUUID(), tenant);
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

    /** Hands an answer to the call that waits for it, if it waits still; the first answer counts. */
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

    /** All that wait now. */
    synchronized Set<UUID> waiting() {
        return Set.copyOf(calls.keySet());
    }

    /** A call that waits. */
    final class Call implements AutoCloseable {

        private final UUID id;
        private final TenantId tenant;
        private final CompletableFuture<Payload> answer = new CompletableFuture<>();

        private Call(UUID id, TenantId tenant) {
            this.id = id;
            this.tenant = tenant;
        }

        UUID id() {
            return id;
        }

        /** Ends the wait: there will be no answer. */
        void fail(Throwable reason) {
            answer.completeExceptionally(reason);
        }

        /**
         * The answer.
         *
         * @throws TimeoutException where it does not come in time
         * @throws ExecutionException where the call has failed
         */
        Payload await(Duration time)
                throws TimeoutException, ExecutionException, InterruptedException {
            return answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {
            end(this);
        }
    }
}
