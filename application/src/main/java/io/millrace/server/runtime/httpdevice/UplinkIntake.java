// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;

/**
 * Submits the messages of devices and waits until they can no longer be lost. Blocks the caller's thread, which is a
 * virtual one.
 */
final class UplinkIntake {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LAST_PAUSE = Duration.ofMillis(500);

    private final MessageQueue queue;
    private final Duration roomWithin;
    private final Duration safeWithin;

    /**
     * @param roomWithin how long a request waits for room in the queue
     * @param safeWithin how long a request waits until its messages are safe; that takes a second if the database answers
     */
    UplinkIntake(MessageQueue queue, Duration roomWithin, Duration safeWithin) {
        this.queue = queue;
        this.roomWithin = roomWithin;
        this.safeWithin = safeWithin;
    }

    /**
     * Returns when all messages are safe.
     *
     * @throws DeviceApiException if the queue has no room in time, or a message is not safe in time. The device sends the
     *     request again, also the messages that were accepted.
     */
    void submit(List<RuleMessage> messages) throws InterruptedException {
        CountDownLatch unsafe = new CountDownLatch(messages.size());
        long giveUp = System.nanoTime() + roomWithin.toNanos();
        for (RuleMessage message : messages) {
            submit(message, unsafe::countDown, giveUp);
        }
        if (!unsafe.await(safeWithin.toNanos(), TimeUnit.NANOSECONDS)) {
            throw DeviceApiException.unavailable(
                    "The message is not stored yet; send it again, even if it may be stored twice");
        }
    }

    private void submit(RuleMessage message, Receipt receipt, long giveUp)
            throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        while (true) {
            switch (admission(message, receipt)) {
                case ACCEPTED -> {
                    return;
                }
                case CLOSED ->
                        throw DeviceApiException.unavailable(
                                "The service is stopping; send the message again");
                case FULL -> {
                    if (System.nanoTime() - giveUp >= 0) {
                        throw DeviceApiException.unavailable(
                                "The queue has no room for the message; send it again");
                    }
                    Thread.sleep(pause);
                    pause = min(pause.multipliedBy(2), LAST_PAUSE);
                }
            }
        }
    }

    private MessageQueue.Admission admission(RuleMessage message, Receipt receipt) {
        try {
            return queue.submit(message, Source.DEVICE, receipt);
        } catch (IllegalArgumentException tooLarge) {
            throw new DeviceApiException(
                    HttpStatus.CONTENT_TOO_LARGE, String.valueOf(tooLarge.getMessage()), null);
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
