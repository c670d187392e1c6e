// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicethrottle;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.address.ClientNetwork;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.ProvisionResponse.Failed;
import io.millrace.transport.device.ProvisionResponse.NotFound;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many keys and secrets of device profiles one address (IPv6: one /64) can guess, over all transports. Only
 * requests with a wrong key or secret count. When the limit is reached, requests from the address are refused without a
 * look at them until the minute is over. Each process keeps its own counts; their number is bounded. Thread-safe.
 */
public final class ThrottledProvisioning {

    private static final int MAX_NETWORKS = 100_000;

    private static final Failed TOO_MANY =
            new Failed(
                    "too many requests with a wrong key or secret from this address; wait a minute");

    private final Function<ProvisionRequest, CompletionStage<ProvisionResponse>> provisioning;
    private final int limit;
    private final Cache<ClientNetwork, NetworkAttempts> networks;
    private final LongAdder refused = new LongAdder();

    /**
     * @param provisioning provisions devices
     * @param limit number of requests with a wrong key or secret from an address in a minute; 0 sets no limit
     */
    public ThrottledProvisioning(
            Function<ProvisionRequest, CompletionStage<ProvisionResponse>> provisioning,
            int limit,
            Ticker ticker) {
        this.provisioning = provisioning;
        this.limit = limit;
        this.networks =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .expireAfterWrite(ThrottledAuthenticator.WINDOW)
                        .maximumSize(MAX_NETWORKS)
                        .build();
    }

    /** Provisions a device for a client, or refuses to; the answer says so. */
    public CompletionStage<ProvisionResponse> provision(
            ProvisionRequest request, SocketAddress client) {
        if (limit == 0) {
            return provisioning.apply(request);
        }
        NetworkAttempts attempts =
                networks.get(ClientNetwork.of(client), _ -> new NetworkAttempts(limit));
        CompletableFuture<ProvisionResponse> answer = new CompletableFuture<>();
        attempts.submit(new Attempt(request, attempts, answer));
        return answer;
    }

    /** The number of requests that were refused without a look at them. */
    public long refused() {
        return refused.sum();
    }

    /** One request. */
    private final class Attempt implements NetworkAttempts.Check {

        private final ProvisionRequest request;
        private final NetworkAttempts attempts;
        private final CompletableFuture<ProvisionResponse> answer;

        Attempt(
                ProvisionRequest request,
                NetworkAttempts attempts,
                CompletableFuture<ProvisionResponse> answer) {
            this.request = request;
            this.attempts = attempts;
            this.answer = answer;
        }

        @Override
        public void run() {
            var _ = provisioning.apply(request).whenComplete(this::ended);
        }

        private void ended(@Nullable ProvisionResponse response, @Nullable Throwable failure) {
            if (response != null) {
                answer.complete(response);
            } else {
                answer.completeExceptionally(
                        failure == null ? new IllegalStateException("no answer") : failure);
            }
            attempts.ended(response instanceof NotFound);
        }

        @Override
        public void refuse() {
            refused.increment();
            answer.complete(TOO_MANY);
        }
    }
}
