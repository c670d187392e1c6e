// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.RuleMessage;
import io.millrace.rule.store.MessageIntake;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the messages that nodes submit. */
public final class RecordedIntake implements MessageIntake {

    private final List<RuleMessage> messages = new CopyOnWriteArrayList<>();
    private final Fault fault = new Fault();

    @Override
    public CompletionStage<Void> submit(RuleMessage message) {
        return fault.or(() -> {
            messages.add(message);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Makes every later submission fail. */
    public void failWith(RuntimeException error) {
        fault.set(error);
    }

    /** Returns the messages so far, in their order. */
    public List<RuleMessage> messages() {
        return List.copyOf(messages);
    }
}
