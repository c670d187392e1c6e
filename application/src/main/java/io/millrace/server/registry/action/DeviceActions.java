// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.server.web.entity.TenantEntity;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends messages to the rule chains about devices that no user but a device or a provisioning client has added or used.
 * Call it after the change is committed. The futures complete when the message can no longer be lost, or when the time
 * limit of {@link ActionMessages} has passed; a dropped message fails none, because the change is committed. Each call
 * that waits has a virtual thread; the requests of transports bound their number.
 */
@Component
public final class DeviceActions implements AutoCloseable {

    private final ActionMessages messages;
    private final JsonMapper json;
    private final Clock clock;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("device-actions-", 0).factory());

    DeviceActions(ActionMessages messages, JsonMapper json, Clock clock) {
        this.messages = messages;
        this.json = json;
        this.clock = clock;
    }

    /**
     * A device was added.
     *
     * @param device the device, which the message shows as REST does
     * @param metadata the metadata of the message
     */
    public CompletableFuture<Void> created(TenantEntity device, Map<String, String> metadata) {
        JsonNode data = json.valueToTree(device);
        return send(message(MessageType.ENTITY_CREATED, device, data, metadata));
    }

    /**
     * A client has asked for the credentials of a device.
     *
     * @param type {@code PROVISION_SUCCESS} or {@code PROVISION_FAILURE}
     * @param request the request, without secrets
     */
    public CompletableFuture<Void> provisioned(
            MessageType type, TenantEntity device, JsonNode request) {
        Map<String, String> metadata = Map.of("tenantId", device.tenantId().toString());
        return send(message(type, device, request, metadata));
    }

    private RuleMessage message(
            MessageType type, TenantEntity device, JsonNode data, Map<String, String> metadata) {
        return RuleMessage.of(
                        device.tenantId(),
                        device.entityId(),
                        type.name(),
                        Metadata.of(metadata),
                        Payload.of(data),
                        clock.millis())
                .withCustomer(device.assignedTo());
    }

    private CompletableFuture<Void> send(RuleMessage message) {
        return CompletableFuture.runAsync(() -> messages.send(message), threads);
    }

    /** Interrupts calls that wait for room in the queue, and returns when they have ended. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
