// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.chains.restcall.WaitingCalls;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.registry.device.Device;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Sends the RPC requests of REST calls through the rule chains, and waits for their outcome. */
@Component
final class RpcCalls {

    /** From the expiration of a request until its call ends without an outcome. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** The time that the rule chains have to store a persistent request. */
    private static final Duration STORED_WITHIN = Duration.ofSeconds(30);

    private final WaitingCalls waiting;
    private final MessageIntake intake;
    private final InstanceSettings instance;
    private final Clock clock;

    RpcCalls(WaitingCalls waiting, MessageIntake intake, InstanceSettings instance, Clock clock) {
        this.waiting = waiting;
        this.intake = intake;
        this.instance = instance;
        this.clock = clock;
    }

    /**
     * Sends a request to a device and returns its outcome. Blocks the caller's thread.
     *
     * @throws ApiException 503 if the queue refuses the request or too many calls wait, 409 if a call with the same id
     *     waits
     */
    Outcome call(Device device, RpcBody.Checked request, boolean oneWay) {
        try (WaitingCalls.Call call = waiting.begin(device.tenantId(), request.id())) {
            var _ =
                    intake.submit(message(device, request, oneWay))
                            .whenComplete((_, refusal) -> {
                                if (refusal != null) {
                                    call.fail(refusal);
                                }
                            });
            return RpcAnswers.decode(call.await(patience(request)));
        } catch (TimeoutException _) {
            return new Failed(
                    RpcError.TIMEOUT,
                    request.persistent()
                            ? "No rule chain stored the request within %d s"
                                    .formatted(STORED_WITHIN.toSeconds())
                            : "The device did not reply in time, or no rule chain sent the request to it");
        } catch (ExecutionException refused) {
            throw ApiException.unavailable(
                    "The rule chains cannot accept the request: %s; try again later"
                            .formatted(reason(refused)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping; try again later");
        }
    }

    private Duration patience(RpcBody.Checked request) {
        return request.persistent()
                ? STORED_WITHIN
                : Duration.ofMillis(request.expiresAt() - clock.millis()).plus(GRACE);
    }

    private static @Nullable String reason(Throwable refused) {
        Throwable cause = refused.getCause();
        return cause == null ? refused.getMessage() : reason(cause);
    }

    private RuleMessage message(Device device, RpcBody.Checked request, boolean oneWay) {
        Map<String, String> metadata = new HashMap<>();
        metadata.put("requestUUID", request.id().toString());
        metadata.put("originServiceId", instance.instanceId());
        metadata.put("expirationTime", Long.toString(request.expiresAt()));
        metadata.put("oneway", Boolean.toString(oneWay));
        metadata.put("persistent", Boolean.toString(request.persistent()));
        metadata.put("deviceName", device.name());
        metadata.put("deviceType", device.type());
        Integer retries = request.retries();
        if (retries != null) {
            metadata.put("retries", retries.toString());
        }
        ObjectNode data =
                JsonMapper.shared()
                        .createObjectNode()
                        .put("method", request.method())
                        .put("params", request.params())
                        .put("additionalInfo", request.additionalInfo());
        return RuleMessage.of(
                        device.tenantId(),
                        device.entityId(),
                        MessageType.RPC_CALL_FROM_SERVER_TO_DEVICE.name(),
                        Metadata.of(metadata),
                        Payload.of(data),
                        clock.millis())
                .withCustomer(
                        device.customerId().equals(IdJson.NO_CUSTOMER)
                                ? null
                                : device.customerId());
    }
}
