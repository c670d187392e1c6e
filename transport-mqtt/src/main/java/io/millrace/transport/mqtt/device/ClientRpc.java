// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.exchange.Deliveries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;

/**
 * The RPC requests of one device that wait for an answer of the rule chains: a bounded number. Used on the event loop of
 * its connection only.
 */
final class ClientRpc {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final int MOST = 100;
    private static final byte[] TIMED_OUT =
            "{\"error\":\"timeout\"}".getBytes(StandardCharsets.UTF_8);

    private record Waiting(TopicForm form, Future<?> timeout) {}

    private final ClientLink link;
    private final Map<Integer, Waiting> waiting = new HashMap<>();

    ClientRpc(ClientLink link) {
        this.link = link;
    }

    /** True if one more request may wait. */
    boolean hasRoom() {
        return waiting.size() < MOST;
    }

    /** Waits for the answer to a request; an earlier request with the same number is forgotten. */
    void begin(TopicForm form, int id) {
        Waiting former =
                waiting.put(
                        id, new Waiting(form, link.schedule(TIMEOUT, () -> answer(id, TIMED_OUT))));
        if (former != null) {
            former.timeout.cancel(false);
        }
    }

    /** Sends the answer to a request in the form of its topic; returns false if the request does not wait. */
    boolean answer(int id, byte[] json) {
        Waiting request = waiting.remove(id);
        if (request == null) {
            return false;
        }
        request.timeout.cancel(false);
        Deliveries.answer(link, request.form.rpcResponse() + id, json);
        return true;
    }

    /** Forgets all requests with their connection. */
    void end() {
        waiting.values().forEach(request -> request.timeout.cancel(false));
        waiting.clear();
    }
}
