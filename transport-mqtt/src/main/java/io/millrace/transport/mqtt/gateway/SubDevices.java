// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.RefusedRequestException;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.PublishResult;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The devices behind one gateway, by name. A device is looked up when the gateway first names it; what the gateway sends
 * for it meanwhile waits, in its order, and holds back no other device. Used on the event loop of the gateway's
 * connection only.
 */
final class SubDevices {

    private static final int MOST = 10_000;
    private static final String DEFAULT_PROFILE = "default";

    private final DeviceConnection gateway;
    private final DeviceApi api;
    private final GatewayDownlinks downlinks;
    private final Map<String, Entry> entries = new HashMap<>();

    SubDevices(DeviceConnection gateway, DeviceApi api, GatewayDownlinks downlinks) {
        this.gateway = gateway;
        this.api = api;
        this.downlinks = downlinks;
    }

    /** A device that is connected, or is being looked up. */
    private static final class Entry {

        private @Nullable SubDevice device;

        /** Completes, never exceptionally, when what came before for this device is done; null if nothing is under way. */
        private @Nullable CompletableFuture<?> last;

        /** Number of messages that wait for the device, or for other devices that they name. */
        private int waiting;

        void enter(CompletableFuture<?> end) {
            waiting++;
            last = end;
        }

        void leave() {
            waiting--;
            if (waiting == 0) {
                last = null;
            }
        }
    }

    /** The devices that a message names: those that are connected, and why others are not. */
    record Found(Map<String, SubDevice> devices, Map<String, Throwable> refused) {}

    /**
     * Processes a message for some devices, at once if all are known and nothing waits for one of them.
     *
     * @param profile name of the profile that a new device gets
     * @param then processes the message; it does not throw
     */
    PublishResult with(
            Collection<String> names,
            @Nullable String profile,
            Function<Found, PublishResult> then) {
        Found found = new Found(new HashMap<>(), new HashMap<>());
        List<Entry> waiting = new ArrayList<>();
        List<CompletableFuture<?>> before = new ArrayList<>();
        for (String name : names) {
            Entry entry = entries.get(name);
            if (entry == null && entries.size() >= MOST) {
                found.refused.put(name, tooMany());
                continue;
            }
            if (entry == null) {
                entry = new Entry();
                entries.put(name, entry);
                entry.last = connect(name, profile, entry, found);
            }
            if (entry.last != null) {
                before.add(entry.last);
            }
            waiting.add(entry);
        }
        if (before.isEmpty()) {
            return then.apply(complete(names, found));
        }
        CompletableFuture<PublishResult> result = new CompletableFuture<>();
        waiting.forEach(entry -> entry.enter(result));
        var _ =
                CompletableFuture.allOf(before.toArray(CompletableFuture[]::new))
                        .whenComplete((_, _) ->
                                downlinks
                                        .link()
                                        .execute(
                                                () -> finish(names, found, waiting, then, result)));
        return new PublishResult.Later(result);
    }

    private static RefusedRequestException tooMany() {
        return new RefusedRequestException(
                "a gateway can have at most %d devices at once".formatted(MOST));
    }

    private void finish(
            Collection<String> names,
            Found found,
            List<Entry> waiting,
            Function<Found, PublishResult> then,
            CompletableFuture<PublishResult> result) {
        waiting.forEach(Entry::leave);
        result.complete(then.apply(complete(names, found)));
    }

    /** Looks a device up; the stage never fails. */
    private CompletableFuture<Void> connect(
            String name, @Nullable String profile, Entry entry, Found found) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletionStage<AuthenticatedDevice> lookup =
                api.requests()
                        .subDevice(
                                gateway.device(),
                                name,
                                profile == null ? DEFAULT_PROFILE : profile);
        var _ =
                lookup.whenComplete((device, error) ->
                        downlinks
                                .link()
                                .execute(() -> {
                                    if (device == null) {
                                        entries.remove(name, entry);
                                        found.refused.put(
                                                name,
                                                error == null
                                                        ? new IllegalStateException("no device")
                                                        : error);
                                    } else if (entry.equals(entries.get(name))) {
                                        open(name, device, entry);
                                    }
                                    done.complete(null);
                                }));
        return done;
    }

    private void open(String name, AuthenticatedDevice device, Entry entry) {
        SubDevice connected =
                new SubDevice(name, device, gateway, api, downlinks, this::closedByServer);
        entry.device = connected;
        api.connections().opened(connected);
        for (Downlink downlink : Downlink.values()) {
            if (downlinks.receives(downlink)) {
                api.connections().subscribed(connected, downlink);
            }
        }
    }

    private Found complete(Collection<String> names, Found found) {
        for (String name : names) {
            Entry entry = entries.get(name);
            SubDevice device = entry == null ? null : entry.device;
            if (device != null) {
                found.devices.put(name, device);
                device.active();
            } else {
                found.refused.putIfAbsent(
                        name,
                        new RefusedRequestException("device %s is not connected".formatted(name)));
            }
        }
        return found;
    }

    private void closedByServer(SubDevice device, CloseCause cause) {
        String name = device.name();
        Entry entry = entries.get(name);
        if (entry != null && device.equals(entry.device)) {
            entries.remove(name);
            device.end(cause.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            CloseReason reason =
                    cause == CloseCause.TAKEN_OVER
                            ? CloseReason.SESSION_TAKEN_OVER
                            : CloseReason.ADMINISTRATIVE_ACTION;
            downlinks.disconnected(name, reason.disconnectCode());
        }
    }

    /** Returns a connected device, or null. */
    @Nullable SubDevice find(String name) {
        Entry entry = entries.get(name);
        return entry == null ? null : entry.device;
    }

    /** The gateway disconnects a device. */
    void disconnect(String name) {
        Entry entry = entries.remove(name);
        if (entry != null && entry.device != null) {
            entry.device.end("disconnected by its gateway");
        }
    }

    /** The gateway has subscribed to a kind of messages for all devices. */
    void subscribed(Downlink downlink) {
        for (Entry entry : entries.values()) {
            if (entry.device != null) {
                api.connections().subscribed(entry.device, downlink);
            }
        }
    }

    /** All devices that are connected are active now. */
    void active() {
        for (Entry entry : entries.values()) {
            if (entry.device != null) {
                entry.device.active();
            }
        }
    }

    /** Ends all connections with that of the gateway. */
    void end(String reason) {
        List<Entry> all = List.copyOf(entries.values());
        entries.clear();
        for (Entry entry : all) {
            if (entry.device != null) {
                entry.device.end(reason);
            }
        }
    }
}
