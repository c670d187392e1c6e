// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.RuleMessage;
import org.jspecify.annotations.Nullable;

/** Decides whether a script may run with a message: by its originator's strikes and the size of its arguments. */
public final class CallAdmission {

    private final Strikes strikes;
    private final int maxArguments;

    public CallAdmission(Strikes strikes, int maxArguments) {
        this.strikes = strikes;
        this.maxArguments = maxArguments;
    }

    /** Returns why the call is refused, or null. Arguments that are too large are a strike. */
    public @Nullable String refusal(RuleMessage message) {
        if (strikes.out(message.originator())) {
            return Strikes.REFUSAL;
        }
        if (isTooLarge(message)) {
            strikes.add(message.originator());
            return "payload, metadata and type may have at most %d characters together"
                    .formatted(maxArguments);
        }
        return null;
    }

    private boolean isTooLarge(RuleMessage message) {
        long rest = message.type().length() + (long) message.metadata().length();
        // A text has no more characters than bytes, so the characters are counted only if the bytes
        // exceed the limit.
        return rest + message.payload().length() > maxArguments
                && rest + message.payload().text().length() > maxArguments;
    }
}
