// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.Payload;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Kind;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Message;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Waits for a message to a device and writes it. Blocks the caller's thread, which is a virtual one. The message counts as
 * delivered when it is written: HTTP has no acknowledgement of a response.
 */
final class LongPolls {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final WaitingRequests requests;
    private final TakenCalls calls;

    LongPolls(WaitingRequests requests, TakenCalls calls) {
        this.requests = requests;
        this.calls = calls;
    }

    /**
     * Waits for a message and writes it.
     *
     * @throws DeviceApiException if none comes in time, too many requests wait, or the wait is ended
     */
    void answer(
            AuthenticatedDevice device,
            Kind kind,
            String client,
            Duration time,
            HttpServletResponse response)
            throws InterruptedException, IOException {
        WaitingRequest request = requests.open(device, kind, client);
        try {
            write(request, request.await(time), response);
        } finally {
            requests.close(request);
        }
    }

    private void write(WaitingRequest request, Message message, HttpServletResponse response)
            throws IOException {
        switch (message) {
            case Message.Document(Payload json, CompletableFuture<Delivery> delivery) -> {
                boolean written = false;
                try {
                    write(json.bytes(), response);
                    written = true;
                } finally {
                    delivery.complete(written ? Delivery.DELIVERED : Delivery.NOT_CONNECTED);
                }
            }
            case Message.Request(RpcCall call) -> write(request, call, response);
            case Message.Closed(CloseCause cause) -> throw closed(cause);
            case Message.Stopping _ ->
                    throw DeviceApiException.unavailable(
                            "The service is stopping; send the request again");
            case Message.Nothing _ ->
                    throw new DeviceApiException(
                            HttpStatus.REQUEST_TIMEOUT, "No data within the time-out", null);
        }
    }

    static DeviceApiException closed(CloseCause cause) {
        return switch (cause) {
            case DEVICE_DELETED ->
                    new DeviceApiException(HttpStatus.FORBIDDEN, "The device was deleted", null);
            case TENANT_DELETED ->
                    new DeviceApiException(
                            HttpStatus.FORBIDDEN, "The tenant of the device was deleted", null);
            case CREDENTIALS_CHANGED ->
                    new DeviceApiException(
                            HttpStatus.UNAUTHORIZED, "The access token has changed", null);
            case TAKEN_OVER ->
                    DeviceApiException.tooMany(
                            "Another request of the device has taken the place of this one",
                            RETRY_AFTER);
        };
    }

    private void write(WaitingRequest request, RpcCall call, HttpServletResponse response)
            throws IOException {
        int id = calls.nextId();
        @Nullable TakenCall taken =
                call.oneWay() ? null : calls.add(id, request.device().device(), call);
        if (taken == null && !call.oneWay()) {
            call.failed(Delivery.NO_ROOM);
            throw DeviceApiException.unavailable(
                    "Too many RPC requests wait for the replies of devices; try again later");
        }
        call.sent();
        boolean written = false;
        try {
            write(document(id, call), response);
            written = true;
        } finally {
            ended(id, call, taken, written);
        }
    }

    private void ended(int id, RpcCall call, @Nullable TakenCall taken, boolean written) {
        if (taken == null) {
            if (written) {
                call.delivered();
            } else {
                call.failed(Delivery.NOT_CONNECTED);
            }
        } else if (written) {
            taken.written();
        } else {
            calls.fail(id, taken, Delivery.NOT_CONNECTED);
        }
    }

    private static byte[] document(int id, RpcCall call) {
        ObjectNode request = JsonMapper.shared().createObjectNode();
        request.put("id", id).put("method", call.method());
        request.set("params", params(call.params()));
        return request.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A text that is not JSON is sent as a text. */
    private static JsonNode params(String text) {
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException _) {
            return JsonMapper.shared().getNodeFactory().stringNode(text);
        }
    }

    private static void write(byte[] json, HttpServletResponse response) throws IOException {
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
        response.flushBuffer();
    }
}
