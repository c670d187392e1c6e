// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Metadata;
import io.millrace.server.runtime.connection.ReplyForwarding;
import io.millrace.server.runtime.httpdevice.WaitingRequest.Kind;
import io.millrace.server.web.api.BodyRefusedException;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceEvents;
import io.millrace.transport.device.DeviceEvents.Detail;
import io.millrace.transport.device.DeviceEvents.Event;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.device.DeviceUplinks.Uplinks;
import io.millrace.transport.device.ProvisionRequest;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints for devices. {@link DeviceSignIn} has found the device. They are no part of the API for users, so its
 * description does not contain them. Bodies are read from the request itself, because many devices send JSON as a form.
 */
@RestController
@RequestMapping("/api/v1")
@Hidden
class HttpDeviceController {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(5);

    private final UplinkIntake intake;
    private final DeviceAdmission admission;
    private final LongPolls polls;
    private final TakenCalls taken;
    private final ClientCalls calls;
    private final TransportRequests requests;
    private final ReplyForwarding forwarding;
    private final DeviceEvents events;
    private final InstantSource clock;

    HttpDeviceController(
            UplinkIntake intake,
            DeviceAdmission admission,
            LongPolls polls,
            TakenCalls taken,
            ClientCalls calls,
            TransportRequests requests,
            ReplyForwarding forwarding,
            DeviceEvents events,
            Clock clock) {
        this.intake = intake;
        this.admission = admission;
        this.polls = polls;
        this.taken = taken;
        this.calls = calls;
        this.requests = requests;
        this.forwarding = forwarding;
        this.events = events;
        this.clock = clock;
    }

    @PostMapping("/{token}/telemetry")
    void telemetry(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            HttpServletRequest request)
            throws IOException, InterruptedException {
        submit(device, new DeviceUplinks(device, clock).telemetry(body(request), Metadata.EMPTY));
    }

    @PostMapping("/{token}/attributes")
    void attributes(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            HttpServletRequest request)
            throws IOException, InterruptedException {
        submit(device, new DeviceUplinks(device, clock).attributes(body(request), Metadata.EMPTY));
    }

    private void submit(AuthenticatedDevice device, Uplinks uplinks) throws InterruptedException {
        admission.admit(device, uplinks.dataPoints());
        intake.submit(uplinks.messages());
    }

    private static byte[] body(HttpServletRequest request) throws IOException {
        return request.getInputStream().readAllBytes();
    }

    @GetMapping("/{token}/attributes")
    ResponseEntity<byte[]> readAttributes(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            HttpServletRequest request)
            throws InterruptedException {
        admission.admit(device);
        AttributeRequest wanted =
                new AttributeRequest(
                        keys(request, "clientKeys", "clientKey"),
                        keys(request, "sharedKeys", "sharedKey"));
        return json(requests.attributes(device, wanted));
    }

    /** Returns the keys of a parameter that separates them by commas, and of one that names a single key exactly. */
    private static @Nullable List<String> keys(
            HttpServletRequest request, String separated, String single) {
        String @Nullable [] lists = request.getParameterValues(separated);
        String @Nullable [] names = request.getParameterValues(single);
        if (lists == null && names == null) {
            return null;
        }
        return Stream.concat(
                        lists == null
                                ? Stream.empty()
                                : AttributeRequest.keys(String.join(",", lists)).stream(),
                        names == null ? Stream.empty() : Arrays.stream(names))
                .distinct()
                .toList();
    }

    private static ResponseEntity<byte[]> json(byte[] body) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(body);
    }

    @GetMapping("/{token}/attributes/updates")
    void updates(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            @RequestParam(defaultValue = "0") long timeout,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, InterruptedException {
        admission.admit(device);
        polls.answer(device, Kind.ATTRIBUTES, client(request), time(timeout), response);
    }

    @GetMapping("/{token}/rpc")
    void rpc(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            @RequestParam(defaultValue = "0") long timeout,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException, InterruptedException {
        admission.admit(device);
        polls.answer(device, Kind.RPC, client(request), time(timeout), response);
    }

    private static String client(HttpServletRequest request) {
        return "HTTP %s:%d".formatted(request.getRemoteAddr(), request.getRemotePort());
    }

    /** @param millis 0 for the default */
    private static Duration time(long millis) {
        if (millis < 0 || millis > LONGEST_TIMEOUT.toMillis()) {
            throw new DeviceApiException(
                    HttpStatus.BAD_REQUEST,
                    "timeout: must be from 0 to %d milliseconds, but is %d"
                            .formatted(LONGEST_TIMEOUT.toMillis(), millis),
                    null);
        }
        return millis == 0 ? DEFAULT_TIMEOUT : Duration.ofMillis(millis);
    }

    @PostMapping("/{token}/rpc/{requestId}")
    void reply(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            @PathVariable int requestId,
            HttpServletRequest request)
            throws IOException {
        admission.admit(device);
        byte[] reply = body(request);
        if (!taken.replied(device.device(), requestId, reply)) {
            forwarding.forward(device.tenant(), device.device(), requestId, reply);
        }
    }

    @PostMapping("/{token}/rpc")
    ResponseEntity<byte[]> call(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            HttpServletRequest request)
            throws IOException, InterruptedException {
        return json(calls.call(device, body(request), client(request)));
    }

    @PostMapping("/{token}/claim")
    void claim(
            @RequestAttribute(DeviceSignIn.DEVICE) AuthenticatedDevice device,
            HttpServletRequest request)
            throws IOException, InterruptedException {
        admission.admit(device);
        requests.claim(device, ClaimRequest.of(body(request)));
    }

    @PostMapping("/provision")
    ResponseEntity<byte[]> provision(
            @RequestAttribute(DeviceSignIn.CLIENT) InetSocketAddress client,
            HttpServletRequest request)
            throws IOException, InterruptedException {
        return json(requests.provision(ProvisionRequest.of(body(request)), client));
    }

    @GetMapping({"/{token}/firmware", "/{token}/software"})
    void packages() {
        throw new DeviceApiException(
                HttpStatus.NOT_FOUND, "This server has no firmware or software packages", null);
    }

    @ExceptionHandler
    ResponseEntity<String> refused(DeviceApiException refusal, HttpServletRequest request) {
        if (request.getAttribute(DeviceSignIn.DEVICE) instanceof AuthenticatedDevice device) {
            // Behind the token, which is a secret.
            String path = request.getRequestURI().replaceFirst("^.*/api/v1/[^/]*", "/api/v1/…");
            events.happened(
                    device,
                    Event.REQUEST_REFUSED,
                    client(request),
                    new Detail(path, String.valueOf(refusal.getMessage())));
        }
        return answer(refusal);
    }

    private static ResponseEntity<String> answer(DeviceApiException refusal) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(refusal.status()).contentType(MediaType.TEXT_PLAIN);
        Duration retryAfter = refusal.retryAfter();
        if (retryAfter != null) {
            answer.header(HttpHeaders.RETRY_AFTER, DeviceApiException.seconds(retryAfter));
        }
        return answer.body(refusal.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<String> malformed(
            MalformedPayloadException malformed, HttpServletRequest request) {
        return refused(
                new DeviceApiException(
                        HttpStatus.BAD_REQUEST, String.valueOf(malformed.getMessage()), null),
                request);
    }

    @ExceptionHandler
    ResponseEntity<String> bodyRefused(BodyRefusedException refused, HttpServletRequest request) {
        String message = String.valueOf(refused.getMessage());
        return refused.status() == HttpStatus.SERVICE_UNAVAILABLE
                ? refused(DeviceApiException.unavailable(message), request)
                : refused(new DeviceApiException(refused.status(), message, null), request);
    }
}
