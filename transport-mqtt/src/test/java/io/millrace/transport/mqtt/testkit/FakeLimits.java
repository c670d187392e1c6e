// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Limits that the test sets. */
public final class FakeLimits implements DeviceLimits {

    private final List<String> taken = new CopyOnWriteArrayList<>();
    private volatile int left = Integer.MAX_VALUE;

    @Override
    public @Nullable Excess take(Sender sender, int dataPoints) {
        if (left <= 0) {
            return new Excess("transportDeviceMsgRateLimit", Duration.ofSeconds(1));
        }
        left--;
        taken.add(sender.kind() + " " + dataPoints);
        return null;
    }

    @Override
    public RateLimits of(AuthenticatedDevice device, boolean subDevices) {
        return subDevices ? new RateLimits("5:1", null, null) : RateLimits.NONE;
    }

    /** From now on that many messages are allowed. */
    public void allow(int messages) {
        left = messages;
    }

    /** What was taken, each as "kind data-points". */
    public List<String> taken() {
        return List.copyOf(taken);
    }
}
