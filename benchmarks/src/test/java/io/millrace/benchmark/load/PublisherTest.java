// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublisherTest {

    private static final Device DEVICE = new Device("id", "name", "token");
    private static final long FIRST_TS = 1_700_000_000_000L;
    private static final long TEN_SECONDS = TimeUnit.SECONDS.toNanos(10);
    private static final Pattern TS = Pattern.compile("\"ts\":(\\d+)");

    private final Latencies latencies = new Latencies();
    private final List<String> broken = new ArrayList<>();
    private final Publisher publisher =
            new Publisher(DEVICE, FIRST_TS, 3, latencies, (_, _, _) -> {});
    private final EmbeddedChannel channel =
            new EmbeddedChannel(
                    new MqttConnection(publisher, new Pings(new Latencies()), broken::add));

    @AfterEach
    void releaseWhatWasSent() {
        channel.finishAndReleaseAll();
    }

    @Test
    void aClosedLoopFillsTheWindow() {
        publisher.begin(Pace.CLOSED_LOOP, true);

        assertThat(timeStamps()).containsExactly(FIRST_TS, FIRST_TS + 1, FIRST_TS + 2);
    }

    @Test
    void anAcknowledgementMakesRoomForTheNextMessage() {
        publisher.begin(Pace.CLOSED_LOOP, true);
        timeStamps();

        acknowledge(2);

        assertThat(timeStamps()).containsExactly(FIRST_TS + 3);
        assertThat(publisher.acknowledged()).isEqualTo(1);
    }

    @Test
    void aNumberOfMessagesIsNotExceeded() {
        publisher.begin(Pace.atMost(4), false);
        acknowledge(1);
        acknowledge(2);

        assertThat(timeStamps())
                .containsExactly(FIRST_TS, FIRST_TS + 1, FIRST_TS + 2, FIRST_TS + 3);
    }

    @Test
    void anOpenLoopSendsWhatIsDueOnly() {
        long now = System.nanoTime();
        publisher.begin((turn, _) -> turn == 0 ? now - 1 : now + TEN_SECONDS, true);

        assertThat(timeStamps()).containsExactly(FIRST_TS);
    }

    @Test
    void theLatencyOfAnOpenLoopCountsFromWhenTheMessageWasDue() {
        long due = System.nanoTime() - TEN_SECONDS;
        publisher.begin((_, _) -> due, true);

        acknowledge(1);

        assertThat(latencies.greatestMillis()).isGreaterThanOrEqualTo(10_000);
    }

    @Test
    void acknowledgedReadingsAreRecordedByNumberInAnyOrder() {
        publisher.begin(Pace.CLOSED_LOOP, true);

        acknowledge(3);
        acknowledge(1);

        BitSet expected = new BitSet();
        expected.set(0);
        expected.set(2);
        assertThat(publisher.published().getFirst().acknowledged()).isEqualTo(expected);
    }

    @Test
    void theWarmUpIsNotMeasured() {
        publisher.begin(Pace.CLOSED_LOOP, false);
        publisher.begin(Pace.CLOSED_LOOP, true);

        acknowledge(1);

        assertThat(latencies.count()).isZero();
        assertThat(publisher.published().getFirst().measuredFrom()).isEqualTo(3);
        acknowledge(2);
        acknowledge(3);
        acknowledge(4);
        assertThat(latencies.count()).isEqualTo(1);
    }

    @Test
    void unsentMessagesOfTheFormerPhaseAreDropped() {
        long now = System.nanoTime();
        publisher.begin((_, _) -> now - TEN_SECONDS, false);
        publisher.begin((turn, _) -> turn == 0 ? now : now + TEN_SECONDS, true);
        timeStamps();

        acknowledge(1);
        acknowledge(2);

        assertThat(timeStamps()).containsExactly(FIRST_TS + 3);
    }

    @Test
    void nothingNewGoesOutAfterTheEnd() {
        publisher.begin(Pace.CLOSED_LOOP, true);
        publisher.stop();
        timeStamps();

        acknowledge(1);
        acknowledge(2);
        assertThat(publisher.isWaiting()).isTrue();
        acknowledge(3);

        assertThat(timeStamps()).isEmpty();
        assertThat(publisher.isWaiting()).isFalse();
    }

    @Test
    void aConnectionThatEndsWaitsForNothing() {
        publisher.begin(Pace.CLOSED_LOOP, true);

        var _ = channel.close();

        assertThat(publisher.isWaiting()).isFalse();
        assertThat(broken).containsExactly("closed by the server");
    }

    @Test
    void anAcknowledgementTooManyEndsTheConnection() {
        publisher.begin(Pace.CLOSED_LOOP, true);
        acknowledge(1);

        acknowledge(1);

        assertThat(channel.isOpen()).isFalse();
        assertThat(broken).singleElement().asString().contains("PUBACK for packet 1");
    }

    private void acknowledge(int packetId) {
        channel.writeInbound(Unpooled.buffer().writeByte(0x40).writeByte(2).writeShort(packetId));
    }

    private List<Long> timeStamps() {
        List<Long> found = new ArrayList<>();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            TS.matcher(out.toString(StandardCharsets.US_ASCII))
                    .results()
                    .forEach(match -> found.add(Long.parseLong(match.group(1))));
            out.release();
        }
        return found;
    }
}
