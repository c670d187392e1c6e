// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The script clients.mjs under Node.js, which runs clients of MQTT.js; it describes the lines that it reads and writes. */
final class NodeProcess implements AutoCloseable {

    private static final Path SCRIPTS = Path.of("src", "test", "node");
    private static final long PATIENCE_SECONDS = 20;

    private final Process process;
    private final BufferedWriter commands;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Void>> open = new ConcurrentHashMap<>();
    private final Map<Integer, Consumer<JsonNode>> clients = new ConcurrentHashMap<>();

    private NodeProcess(Process process) {
        this.process = process;
        commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::read);
    }

    static NodeProcess start() {
        try {
            return new NodeProcess(
                    new ProcessBuilder("node", "clients.mjs")
                            .directory(SCRIPTS.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of a new client, whose events are given to the listener one after the other. */
    int newClient(Consumer<JsonNode> events) {
        int number = numbers.incrementAndGet();
        clients.put(number, events);
        return number;
    }

    /** Ends when the client has done the command; with a {@link CommandException} if it has failed. */
    CompletableFuture<Void> command(int client, String name, Map<String, Object> parameters) {
        int id = numbers.incrementAndGet();
        Map<String, Object> command = new HashMap<>(parameters);
        command.putAll(Map.of("id", id, "client", client, "do", name));
        CompletableFuture<Void> end = new CompletableFuture<>();
        open.put(id, end);
        write(JsonMapper.shared().writeValueAsString(command));
        return end.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private synchronized void write(String line) {
        try {
            commands.write(line);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader reports = process.inputReader(StandardCharsets.UTF_8)) {
            reports.lines().map(JsonMapper.shared()::readTree).forEach(this::report);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void report(JsonNode report) {
        if (report.has("event")) {
            requireNonNull(clients.get(report.get("client").asInt())).accept(report);
            return;
        }
        CompletableFuture<Void> end = requireNonNull(open.remove(report.get("id").asInt()));
        if (report.has("error")) {
            end.completeExceptionally(
                    new CommandException(
                            report.get("error").asString(), report.path("code").asInt(0)));
        } else {
            end.complete(null);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    /** A command that has failed, with the code of MQTT if there is one. */
    static final class CommandException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int code;

        CommandException(String message, int code) {
            super(message);
            this.code = code;
        }

        int code() {
            return code;
        }
    }
}
