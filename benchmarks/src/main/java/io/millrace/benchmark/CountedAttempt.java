// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Whereabouts;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** An attempt that releases its place in a window when it ends. */
final class CountedAttempt implements Attempt {

    private final RuleMessage message;
    private final Semaphore window;
    private volatile boolean over;

    CountedAttempt(RuleMessage message, Semaphore window) {
        this.message = message;
        this.window = window;
    }

    @Override
    public RuleMessage message() {
        return message;
    }

    @Override
    public UUID deliveryId() {
        return message().id();
    }

    @Override
    public int number() {
        return 1;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void track(Whereabouts whereabouts) {}

    @Override
    public void end(AttemptResult result) {
        over = true;
        window.release();
    }

    @Override
    public @Nullable Attempt detach(RuleMessage onwards) {
        return null;
    }

    @Override
    public @Nullable Runnable shareReceipt() {
        return null;
    }
}
