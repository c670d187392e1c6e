// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.message.id.DeviceId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.RefusedRequestException;
import io.millrace.transport.device.TransportOptions;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * Answers requests by an executor, usually on another thread. Each device has the client attribute "fw" and the shared attribute "target". Devices
 * behind a gateway exist if their name does not begin with "no"; those whose name begins with "slow" are found when the
 * test says so.
 */
public final class FakeRequests implements DeviceRequests {

    private final Executor executor;
    private final List<String> claims = new CopyOnWriteArrayList<>();
    private final Map<String, CompletableFuture<Void>> slow = new ConcurrentHashMap<>();

    /** Answers on other threads. */
    public FakeRequests() {
        this(ForkJoinPool.commonPool());
    }

    /** @param executor runs the answers */
    public FakeRequests(Executor executor) {
        this.executor = executor;
    }

    @Override
    public CompletionStage<AttributeValues> attributes(
            AuthenticatedDevice device, AttributeRequest request) {
        return CompletableFuture.supplyAsync(
                () ->
                        new AttributeValues(
                                wants(request, request.clientKeys(), "fw")
                                        ? of("fw", "1.2")
                                        : List.of(),
                                wants(request, request.sharedKeys(), "target")
                                        ? of("target", device.name())
                                        : List.of()),
                executor);
    }

    private static boolean wants(
            AttributeRequest request, @Nullable List<String> keys, String key) {
        return request.asksForAll() || (keys != null && keys.contains(key));
    }

    private static List<KeyValue> of(String key, String value) {
        return List.of(new KeyValue(key, new Value.StringValue(value)));
    }

    @Override
    public CompletionStage<Void> claim(AuthenticatedDevice device, ClaimRequest request) {
        if (request.secretKey().equals("refused")) {
            return CompletableFuture.failedStage(
                    new RefusedRequestException("the device has a customer"));
        }
        claims.add(device.name() + " " + request.secretKey());
        return CompletableFuture.completedStage(null);
    }

    /** Each claim as "device secret". */
    public List<String> claims() {
        return List.copyOf(claims);
    }

    @Override
    public CompletionStage<ProvisionResponse> provision(
            ProvisionRequest request, SocketAddress client) {
        return CompletableFuture.supplyAsync(
                () ->
                        request.key().equals("key") && request.secret().equals("secret")
                                ? new ProvisionResponse.Provisioned(
                                        "ACCESS_TOKEN", StringNode.valueOf("token-1"))
                                : new ProvisionResponse.NotFound("no such profile"),
                executor);
    }

    @Override
    public CompletionStage<AuthenticatedDevice> subDevice(
            AuthenticatedDevice gateway, String name, String profileName) {
        if (name.startsWith("no")) {
            return CompletableFuture.failedStage(
                    new RefusedRequestException("the tenant has too many devices"));
        }
        if (name.startsWith("slow")) {
            return slow.computeIfAbsent(name, _ -> new CompletableFuture<>())
                    .thenApply(_ -> device(gateway, name, profileName));
        }
        return CompletableFuture.supplyAsync(() -> device(gateway, name, profileName), executor);
    }

    /** Finds a slow device. */
    public void find(String name) {
        slow.computeIfAbsent(name, _ -> new CompletableFuture<>()).complete(null);
    }

    private static AuthenticatedDevice device(
            AuthenticatedDevice gateway, String name, String profileName) {
        return new AuthenticatedDevice(
                gateway.tenant(),
                new DeviceId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))),
                name,
                profileName,
                null,
                gateway.profile(),
                null,
                null,
                TransportOptions.DEFAULT);
    }
}
