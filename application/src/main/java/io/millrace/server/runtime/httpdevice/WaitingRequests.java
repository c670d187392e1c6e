// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.id.DeviceId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceConnections;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpStatus;

/**
 * The requests of devices that wait on this instance. Their number is bounded, in all and of each device. All of them end
 * when the service stops, before the HTTP server waits for its requests. Thread-safe.
 */
final class WaitingRequests implements SmartLifecycle {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final DeviceConnections connections;
    private final int most;
    private final int mostOfDevice;
    private final Set<WaitingRequest> open = new HashSet<>();
    private final Map<DeviceId, Integer> ofDevices = new HashMap<>();
    private boolean running;

    /**
     * @param most maximum number of requests
     * @param mostOfDevice maximum number of requests of one device
     */
    WaitingRequests(DeviceConnections connections, int most, int mostOfDevice) {
        this.connections = connections;
        this.most = most;
        this.mostOfDevice = mostOfDevice;
    }

    /**
     * Registers a request; messages to the device find it from now on. The caller must {@link #close} it.
     *
     * @param description as {@link WaitingRequest#description}
     * @throws DeviceApiException if too many requests wait, or the service stops
     */
    WaitingRequest open(AuthenticatedDevice device, WaitingRequest.Kind kind, String description) {
        WaitingRequest request = new WaitingRequest(device, kind, description);
        add(request, device.device());
        connections.opened(request);
        switch (kind) {
            case ATTRIBUTES -> connections.subscribed(request, Downlink.ATTRIBUTES);
            case RPC -> connections.subscribed(request, Downlink.RPC);
            case RPC_REPLY -> {}
        }
        return request;
    }

    private synchronized void add(WaitingRequest request, DeviceId device) {
        if (!running) {
            throw DeviceApiException.unavailable("The service is stopping; try again later");
        }
        if (open.size() >= most) {
            throw new DeviceApiException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "%d requests already wait for data; try again later".formatted(most),
                    RETRY_AFTER);
        }
        if (ofDevices.getOrDefault(device, 0) >= mostOfDevice) {
            throw DeviceApiException.tooMany(
                    "%d requests of this device already wait for data".formatted(mostOfDevice),
                    RETRY_AFTER);
        }
        open.add(request);
        ofDevices.merge(device, 1, Integer::sum);
    }

    /** Removes a request that has ended. */
    void close(WaitingRequest request) {
        connections.closed(request, "the request has ended");
        synchronized (this) {
            if (open.remove(request)) {
                ofDevices.computeIfPresent(
                        request.device().device(), (_, count) -> count > 1 ? count - 1 : null);
            }
        }
    }

    /** The number of requests that wait. */
    synchronized int count() {
        return open.size();
    }

    @Override
    public synchronized void start() {
        running = true;
    }

    @Override
    public void stop() {
        List<WaitingRequest> all;
        synchronized (this) {
            running = false;
            all = List.copyOf(open);
        }
        all.forEach(WaitingRequest::stop);
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }
}
