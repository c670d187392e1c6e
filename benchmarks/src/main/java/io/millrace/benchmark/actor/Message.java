// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

/** What the actors of all workloads tell each other, the same objects in each library. */
sealed interface Message permits Batch, Message.Token, Message.Last {

    /** A message with nothing in it; made once. */
    enum Token implements Message {
        TOKEN
    }

    /** The last message of a burst, whose sender wants to know that it came through. */
    record Last(Runnable acknowledge) implements Message {}
}
