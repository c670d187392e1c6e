// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.testkit.ManualClock;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TakenCallsTest {

    private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(1_000));
    private final TakenCalls calls = new TakenCalls(10, 10, clock);
    private final DeviceId device = new DeviceId(UUID.randomUUID());
    private final List<String> ends = new ArrayList<>();

    private void take(String method, long expiresAt) {
        calls.add(calls.nextId(), device, new Call(method, Instant.ofEpochMilli(expiresAt)));
    }

    private final class Call implements RpcCall {

        private final String method;
        private final Instant expiresAt;

        Call(String method, Instant expiresAt) {
            this.method = method;
            this.expiresAt = expiresAt;
        }

        @Override
        public String method() {
            return method;
        }

        @Override
        public String params() {
            return "{}";
        }

        @Override
        public boolean oneWay() {
            return false;
        }

        @Override
        public Instant expiresAt() {
            return expiresAt;
        }

        @Override
        public void delivered() {}

        @Override
        public void replied(byte[] reply) {}

        @Override
        public void failed(Delivery reason) {
            ends.add(method + ": " + reason);
        }
    }

    @Test
    void requestsEndWhenTheirTimeHasPassedAndTheNextLookIsForTheFirstOfTheOthers() {
        take("first", 3_000);
        take("third", 9_000);
        take("second", 5_000);

        clock.advance(Duration.ofMillis(2_000));
        assertThat(calls.endExpired()).isEqualTo(5_000);

        assertThat(ends).containsExactly("first: NOT_ACKNOWLEDGED");
        assertThat(calls.count()).isEqualTo(2);
    }

    @Test
    void nothingIsLookedForWhileNoRequestWaitsForItsReply() {
        assertThat(calls.endExpired()).isEqualTo(DueTask.NEVER);
    }
}
