// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueListener;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.WaitingSender;
import io.millrace.queue.lane.LanePartition;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the messages that the engine makes, each the way that {@link MadeMessages} chooses. */
final class MadeMessageSender {

    private static final Logger log = LoggerFactory.getLogger(MadeMessageSender.class);

    private final OwnedPartitions owned;
    private final RecordSender records;
    private final QueueListener listener;

    MadeMessageSender(OwnedPartitions owned, RecordSender records, QueueListener listener) {
        this.owned = owned;
        this.records = records;
        this.listener = listener;
    }

    /** Sends a message that does not wait for room. */
    Admission send(TopicPartition to, RuleMessage message, Source source, Receipt receipt) {
        MadeMessages ways = owned.made(to);
        Admission direct = submitToLanes(ways.openLanes(), message, source, receipt);
        if (direct != Admission.CLOSED) {
            return direct;
        }
        ways.choseLog();
        return written(
                ways,
                () -> records.send(to.topic(), to.partition(), message, source, ways, receipt));
    }

    /** Sends a message, now or when there is room for it. */
    void sendOrWait(TopicPartition to, RuleMessage message, Source source, WaitingSender sender) {
        Waiting waiting = new Waiting(to, message, source, sender);
        MadeMessages ways = owned.made(to);
        if (ways.openLanes() != null) {
            waiting.goToLanes(ways);
        } else {
            switch (ways.choose(waiting)) {
                case LANES -> waiting.goToLanes(ways);
                case LOG -> waiting.goToLog(ways);
                case REFUSED -> waiting.answer(Admission.FULL);
                case HELD -> {
                    // The reader lets it go.
                }
            }
        }
    }

    /** Puts a message into its lane; {@link Admission#CLOSED} if there are no lanes, or they are closed. */
    private static Admission submitToLanes(
            @Nullable LanePartition lanes, RuleMessage message, Source source, Receipt receipt) {
        return lanes == null ? Admission.CLOSED : lanes.submit(message, source, receipt);
    }

    /** Gives a message to the log's sender, which refuses one that is too large. */
    private static <T> T written(WriteEnd end, Supplier<T> send) {
        try {
            return send.get();
        } catch (IllegalArgumentException tooLarge) {
            end.dropped();
            throw tooLarge;
        }
    }

    /** A message that may wait for room. */
    private final class Waiting implements MadeMessages.Held {

        private final TopicPartition to;
        private final RuleMessage message;
        private final Source source;
        private final WaitingSender sender;

        Waiting(TopicPartition to, RuleMessage message, Source source, WaitingSender sender) {
            this.to = to;
            this.message = message;
            this.source = source;
            this.sender = sender;
        }

        @Override
        public void go(MadeMessages.Way way) {
            MadeMessages ways = owned.made(to);
            boolean isWanted = sender.isWaiting();
            if (!isWanted) {
                if (way == MadeMessages.Way.LOG) {
                    ways.dropped();
                }
                answer(Admission.FULL);
            } else if (way == MadeMessages.Way.LANES) {
                goToLanes(ways);
            } else {
                try {
                    goToLog(ways);
                } catch (IllegalArgumentException tooLarge) {
                    log.warn("Cannot send a message of {}", message.originator(), tooLarge);
                    answer(Admission.FULL);
                }
            }
        }

        void goToLanes(MadeMessages ways) {
            Admission admission =
                    owned.isCurrent(sender.lease())
                            ? submitToLanes(ways.lanes(), message, source, sender)
                            : Admission.CLOSED;
            if (admission == Admission.CLOSED) {
                ways.choseLog();
                goToLog(ways);
            } else {
                answer(admission);
            }
        }

        void goToLog(MadeMessages ways) {
            written(
                    ways,
                    () -> {
                        records.sendOrWait(
                                to.topic(),
                                to.partition(),
                                message,
                                source,
                                ways,
                                sender,
                                () -> listener.refused(message));
                        return true;
                    });
        }

        void answer(Admission admission) {
            if (admission == Admission.FULL) {
                listener.refused(message);
            }
            sender.answered(admission);
        }
    }
}
