// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import io.millrace.transport.mqtt.clients.NodeProcess.CommandException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/** MQTT.js, in a process of Node.js that has other clients too. */
final class MqttJsClient implements DeviceClient {

    private final NodeProcess node;
    private final int number;
    private final int port;
    private final int version;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private volatile boolean connected;

    MqttJsClient(NodeProcess node, int port, int version) {
        this.node = node;
        this.port = port;
        this.version = version;
        this.number = node.newClient(this::event);
    }

    private void event(JsonNode event) {
        switch (event.get("event").asString()) {
            case "connected" -> connected = true;
            case "closed" -> connected = false;
            case "message" -> received.add(event.get("message").asString());
            default -> throw new IllegalArgumentException(event.toString());
        }
    }

    @Override
    public void connect(String token) {
        try {
            command("connect", Map.of("port", port, "version", version, "token", token)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CommandException refusal
                    ? new RefusedException(refusal.code())
                    : e;
        }
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public void subscribe(String filter) {
        command("subscribe", Map.of("filter", filter)).join();
    }

    @Override
    public CompletableFuture<?> publish(String topic, String payload, int qos) {
        return command("publish", Map.of("topic", topic, "payload", payload, "qos", qos));
    }

    @Override
    public List<String> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        command("end", Map.of()).join();
    }

    private CompletableFuture<Void> command(String name, Map<String, Object> parameters) {
        return node.command(number, name, parameters);
    }
}
