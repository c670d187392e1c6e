// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Kind;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Message;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceUplinks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;

/** Sends RPC requests of devices to the rule chains and waits for the answer of a "rpc call reply" node. */
final class ClientCalls {

    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

    /** A request has a connection of its own, so its number may be the same each time. */
    private static final int REQUEST_ID = 1;

    private final WaitingRequests requests;
    private final UplinkIntake intake;
    private final DeviceAdmission admission;
    private final String instance;
    private final InstantSource clock;

    /** @param instance name of this instance, where the answer has to arrive */
    ClientCalls(
            WaitingRequests requests,
            UplinkIntake intake,
            DeviceAdmission admission,
            String instance,
            InstantSource clock) {
        this.requests = requests;
        this.intake = intake;
        this.admission = admission;
        this.instance = instance;
        this.clock = clock;
    }

    /**
     * Sends a request and returns the answer. Blocks the caller's thread.
     *
     * @param client description of the client
     * @throws DeviceApiException if no answer comes in time, or the request cannot be sent
     */
    byte[] call(AuthenticatedDevice device, byte[] body, String client)
            throws InterruptedException {
        WaitingRequest request = requests.open(device, Kind.RPC_REPLY, client);
        try {
            RuleMessage message =
                    new DeviceUplinks(device, clock)
                            .rpcRequest(body, REQUEST_ID, request.id(), instance);
            admission.admit(device);
            intake.submit(List.of(message));
            return switch (request.await(ANSWER_WITHIN)) {
                case Message.Document(Payload json, CompletableFuture<Delivery> delivery) -> {
                    delivery.complete(Delivery.DELIVERED);
                    yield json.bytes();
                }
                case Message.Closed closed -> throw LongPolls.closed(closed.cause());
                case Message.Stopping _ ->
                        throw DeviceApiException.unavailable(
                                "The service is stopping; send the request again");
                case Message.Request _, Message.Nothing _ ->
                        throw new DeviceApiException(
                                HttpStatus.REQUEST_TIMEOUT, "{\"error\":\"timeout\"}", null);
            };
        } finally {
            requests.close(request);
        }
    }
}
