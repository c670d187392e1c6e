// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** An RPC call that records its progress. */
public final class RecordedCall implements RpcCall {

    private final List<String> progress = new CopyOnWriteArrayList<>();
    private final boolean oneWay;
    private final Duration timeout;

    public RecordedCall(boolean oneWay, Duration timeout) {
        this.oneWay = oneWay;
        this.timeout = timeout;
    }

    /** A call with a reply, of a minute. */
    public static RecordedCall twoWay() {
        return new RecordedCall(false, Duration.ofMinutes(1));
    }

    @Override
    public String method() {
        return "set\"Gpio\"";
    }

    @Override
    public String params() {
        return "{\"pin\":7}";
    }

    @Override
    public boolean oneWay() {
        return oneWay;
    }

    /** Counts from the server's time, which stands still. */
    @Override
    public Instant expiresAt() {
        return Instant.ofEpochMilli(TestServer.NOW).plus(timeout);
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

    /** Waits until the progress is this. */
    public void await(String... expected) {
        Awaitility.await().untilAsserted(() -> assertThat(progress).containsExactly(expected));
    }
}
