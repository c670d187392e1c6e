// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.kafka.MadeMessages.Way;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import io.millrace.queue.lane.LaneSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MadeMessagesTest {

    private final LanePartition lanes = newLanes();
    private final MadeMessages made = new MadeMessages();
    private final List<String> gone = new ArrayList<>();

    private static LanePartition newLanes() {
        LaneEngine engine =
                new LaneEngine(
                        LaneSettings.forHeap(256 << 20),
                        LaneEngine.Environment.of(
                                new RecordingStores(),
                                QueueListener.NONE,
                                _ -> 1,
                                new StandstillClock(System::nanoTime)));
        engine.prepare(attempt -> {});
        return engine.add(new NamedQueue(QueueDefinition.MAIN));
    }

    private Way choose(String name) {
        return made.choose(way -> gone.add(name + " " + way));
    }

    /** Owned, and everything is read that was in the log, which ends at offset 10. */
    private void openAndRead() {
        made.opened(lanes, 5);
        made.end(10);
        made.read(10);
    }

    @Test
    void messagesForAPartitionOfAnotherInstanceGoIntoTheLog() {
        assertThat(choose("a")).isEqualTo(Way.LOG);
        assertThat(made.openLanes()).isNull();
    }

    @Test
    void theyGoIntoTheLanesWhenTheLogIsReadToTheEndThatItHadAtTheOpening() {
        made.opened(lanes, 5);
        assertThat(choose("a")).as("the end is unknown").isEqualTo(Way.LOG);
        made.written(10);

        made.end(10);
        made.read(9);
        assertThat(choose("b")).as("an earlier record is unread").isEqualTo(Way.LOG);
        made.written(11);

        made.read(12);
        assertThat(choose("c")).isEqualTo(Way.LANES);
        assertThat(made.openLanes()).isSameAs(lanes);
    }

    @Test
    void theyAreHeldWhileRecordsOfThisInstanceAreUnreadAndGoInOrderThen() {
        assertThat(choose("a")).isEqualTo(Way.LOG);
        assertThat(choose("b")).isEqualTo(Way.LOG);
        openAndRead();
        assertThat(choose("c")).as("two are being written").isEqualTo(Way.HELD);
        made.written(10);
        made.read(11);
        assertThat(choose("d")).as("one is being written").isEqualTo(Way.HELD);
        made.written(11);
        made.release();
        assertThat(gone).as("the last is unread").isEmpty();

        made.read(12);
        assertThat(made.openLanes()).as("others wait").isNull();
        made.release();

        assertThat(gone).containsExactly("c LANES", "d LANES");
        assertThat(choose("e")).isEqualTo(Way.LANES);
    }

    @Test
    void aMessageThatComesWhileTheHeldOnesGoLinesUpBehindThem() {
        assertThat(choose("a")).isEqualTo(Way.LOG);
        openAndRead();
        assertThat(
                        made.choose(way -> {
                            gone.add("b " + way);
                            assertThat(choose("c")).isEqualTo(Way.HELD);
                        }))
                .isEqualTo(Way.HELD);
        made.dropped();

        made.release();

        assertThat(gone).containsExactly("b LANES", "c LANES");
    }

    @Test
    void heldMessagesGoIntoTheLogWhenThePartitionIsHandedOver() {
        assertThat(choose("a")).isEqualTo(Way.LOG);
        openAndRead();
        assertThat(choose("b")).isEqualTo(Way.HELD);

        made.closed();
        made.release();

        assertThat(gone).containsExactly("b LOG");
        assertThat(made.isForgettable()).as("two are being written").isFalse();
        made.written(10);
        made.written(11);
        assertThat(made.isForgettable()).isTrue();
    }

    @Test
    void theEndIsAskedForAgainWhenTheInstanceOpensAnotherPartitionOrABrokerDidNotTellTheOffset() {
        openAndRead();
        assertThat(choose("a")).isEqualTo(Way.LANES);

        made.forgetEnd();
        assertThat(made.isEndUnknown()).isTrue();
        assertThat(choose("b")).isEqualTo(Way.LOG);
        made.end(11);
        made.written(-1);
        assertThat(made.isEndUnknown()).isTrue();
        made.end(12);
        made.read(12);

        assertThat(choose("c")).isEqualTo(Way.LANES);
    }

    @Test
    void aMessageIsRefusedWhenTooManyAreHeld() {
        assertThat(choose("a")).isEqualTo(Way.LOG);
        openAndRead();
        for (int i = 0; i < 10_000; i++) {
            assertThat(choose("held")).isEqualTo(Way.HELD);
        }

        assertThat(choose("b")).isEqualTo(Way.REFUSED);
        assertThat(made.held()).isEqualTo(10_000);
    }
}
