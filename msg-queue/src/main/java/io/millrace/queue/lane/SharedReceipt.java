// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.Receipt;
import java.util.concurrent.atomic.AtomicInteger;

/** One sender's receipt, shared by several deliveries. It is completed when all of them are safe. */
final class SharedReceipt implements Receipt {

    private final Receipt sender;
    private final AtomicInteger open;

    SharedReceipt(Receipt sender, int shares) {
        this.sender = sender;
        this.open = new AtomicInteger(shares);
    }

    @Override
    public void safe() {
        if (open.decrementAndGet() == 0) {
            sender.safe();
        }
    }
}
