// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.sending;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The sends of one node to another system. Everything that leaves the process must happen in {@link Send#begin}, also
 * connecting: a test run of a chain records the description and begins nothing. Safe for use by many threads.
 */
public interface NodeSends extends AutoCloseable {

    /** One send. */
    @FunctionalInterface
    interface Send {

        /**
         * Begins the send, on a virtual thread, so it may block. It is interrupted at the time limit, and the returned
         * future is cancelled.
         *
         * @return completes with the message that leaves by {@code Success}, when the other system has confirmed
         */
        CompletableFuture<RuleMessage> begin() throws Exception;
    }

    /**
     * Describes a send for the report of a test run.
     *
     * @param target the other system and the place there, without secrets: {@code kafka localhost:9092, topic a}
     * @param content what would be sent
     */
    record Description(String target, String content) {}

    /**
     * Sends a message. If it fails, the message leaves by {@code Failure} with the error also in metadata {@code
     * error}. A node that is full refuses the message.
     */
    NodeResult send(RuleMessage message, Supplier<Description> description, Send send);

    /** Ends the sends that still run; their messages fail. */
    @Override
    void close();
}
