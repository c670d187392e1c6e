// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

/** The messages of all workloads; the same objects in each library. */
sealed interface Message permits Batch, Message.Token, Message.Last {

    /** A message without content; a single object. */
    enum Token implements Message {
        TOKEN
    }

    /** The last message of a burst, which the receiver acknowledges to its sender. */
    record Last(Runnable acknowledge) implements Message {}
}
