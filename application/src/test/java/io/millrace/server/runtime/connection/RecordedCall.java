// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A call whose progress is recorded. */
public record RecordedCall(boolean oneWay, Instant expiresAt, List<String> progress)
        implements RpcCall {

    /** A call that expires after a time. */
    public static RecordedCall within(Duration time, boolean oneWay) {
        return new RecordedCall(oneWay, Instant.now().plus(time), new CopyOnWriteArrayList<>());
    }

    @Override
    public String method() {
        return "setGpio";
    }

    @Override
    public String params() {
        return "{\"pin\":7}";
    }

    @Override
    public void sent() {
        progress.add("sent");
    }

    @Override
    public void delivered() {
        progress.add("delivered");
    }

    @Override
    public void replied(byte[] reply) {
        progress.add("replied " + new String(reply, StandardCharsets.UTF_8));
    }

    @Override
    public void failed(Delivery reason) {
        progress.add("failed " + reason);
    }
}
