// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

/** Learns how the writing of a record ends. Called once; it must not block. */
interface WriteEnd {

    /** Ignores the end. */
    WriteEnd IGNORED =
            new WriteEnd() {
                @Override
                public void written(long offset) {}

                @Override
                public void dropped() {}
            };

    /**
     * The brokers have the record. Called before its receipt is completed.
     *
     * @param offset its offset, or -1 if the broker did not tell
     */
    void written(long offset);

    /** The record will not be written, because its message was refused or is no longer wanted. */
    void dropped();
}
