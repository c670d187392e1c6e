// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OffsetWindowTest {

    @Test
    void commitsNothingThatIsStillOpenOrAfterIt() {
        OffsetWindow window = new OffsetWindow(10);
        window.open(10);
        window.open(11);
        window.open(12);
        window.end(10);
        window.end(12);

        assertThat(window.watermark()).isEqualTo(11);
        assertThat(window.open()).isEqualTo(1);
        assertThat(window.span()).isEqualTo(2);

        window.end(11);
        assertThat(window.watermark()).isEqualTo(13);
    }

    @Test
    void countsOffsetsThatTheLogDoesNotHaveAsEnded() {
        OffsetWindow window = new OffsetWindow(0);
        window.open(3);
        assertThat(window.watermark()).isEqualTo(3);
        window.open(7);
        window.end(3);

        assertThat(window.watermark()).isEqualTo(7);
    }

    @Test
    void skipsWhatAFormerOwnerHasEnded() {
        OffsetWindow window = restored(windowWith(100, 101, 102, 103), 101, 103);

        assertThat(window.open(100)).isTrue();
        assertThat(window.open(101)).isFalse();
        assertThat(window.open(102)).isTrue();
        assertThat(window.open(103)).isFalse();

        window.end(100);
        assertThat(window.watermark()).isEqualTo(102);
        window.end(102);
        assertThat(window.watermark()).isEqualTo(104);
    }

    private static OffsetWindow windowWith(long... offsets) {
        OffsetWindow window = new OffsetWindow(offsets[0]);
        LongStream.of(offsets).forEach(window::open);
        return window;
    }

    private static OffsetWindow restored(OffsetWindow window, long... ended) {
        LongStream.of(ended).forEach(window::end);
        OffsetWindow.Progress progress = window.progress();
        return OffsetWindow.restore(
                progress.watermark(), EndedOffsets.parse(progress.above().text()));
    }

    @Test
    void takesNoMoreThanItsCapacityWhileSomethingIsOpen() {
        OffsetWindow window = new OffsetWindow(0);
        window.open(0);

        assertThat(window.fits(OffsetWindow.CAPACITY - 1)).isTrue();
        assertThat(window.fits(OffsetWindow.CAPACITY)).isFalse();

        window.end(0);
        assertThat(window.fits(5L * OffsetWindow.CAPACITY)).isTrue();
        assertThat(window.open(5L * OffsetWindow.CAPACITY)).isTrue();
        assertThat(window.watermark()).isEqualTo(5L * OffsetWindow.CAPACITY);
    }

    @Test
    void refusesToEndAnOffsetTwice() {
        OffsetWindow window = new OffsetWindow(0);
        window.open(0);
        window.open(1);
        window.end(1);

        assertThatIllegalStateException().isThrownBy(() -> window.end(1));
    }

    @Test
    void leavesOutWhatIsTooMuchForACommit() {
        OffsetWindow window = new OffsetWindow(0);
        for (int i = 0; i < 20_000; i++) {
            window.open(i);
        }
        for (int i = 1; i < 20_000; i += 2) {
            window.end(i);
        }

        assertThat(window.progress().above().text()).isEmpty();
    }

    @Test
    void readsNothingOutOfMetadataThatIsNotItsOwn() {
        assertThat(EndedOffsets.parse("")).isEqualTo(EndedOffsets.NONE);
        assertThat(EndedOffsets.parse("2:abc")).isEqualTo(EndedOffsets.NONE);
        assertThat(EndedOffsets.parse("1:%%%")).isEqualTo(EndedOffsets.NONE);
        assertThat(EndedOffsets.parse("1:_w")).isEqualTo(EndedOffsets.NONE);
    }

    static LongStream seeds() {
        return new Random().longs(30);
    }

    /**
     * I1 and I6: nothing that is committed is above something open, and after a takeover everything ends at least once,
     * but nothing again that the commit knew to have ended.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void neverCommitsWhatIsOpenNorRepeatsWhatItCommitted(long seed) {
        Random random = new Random(seed);
        List<Long> log = log(random);
        OffsetWindow window = new OffsetWindow(log.getFirst());
        TreeSet<Long> everEnded = new TreeSet<>();
        TreeSet<Long> committedAsEnded = new TreeSet<>();
        List<Long> open = new ArrayList<>();
        int next = 0;
        OffsetWindow.Progress committed = window.progress();
        while (next < log.size() || !open.isEmpty()) {
            int action = random.nextInt(20);
            if (action < 10 && next < log.size() && window.fits(log.get(next))) {
                long offset = log.get(next++);
                boolean isNew = window.open(offset);
                assertThat(isNew).isEqualTo(!committedAsEnded.contains(offset));
                if (isNew) {
                    open.add(offset);
                }
            } else if (action < 18 && !open.isEmpty()) {
                long offset = open.remove(random.nextInt(open.size()));
                window.end(offset);
                everEnded.add(offset);
            } else if (action == 18) {
                committed = window.progress();
                long watermark = committed.watermark();
                assertThat(open).allMatch(offset -> offset >= watermark);
                committedAsEnded.clear();
                log.stream().filter(offset -> offset < watermark).forEach(committedAsEnded::add);
                EndedOffsets.parse(committed.above().text())
                        .forEach((from, length) ->
                                LongStream.range(watermark + from, watermark + from + length)
                                        .forEach(committedAsEnded::add));
                assertThat(open).noneMatch(committedAsEnded::contains);
            } else if (random.nextInt(10) == 0) {
                long watermark = committed.watermark();
                window =
                        OffsetWindow.restore(
                                watermark, EndedOffsets.parse(committed.above().text()));
                open.clear();
                next = (int) log.stream().filter(offset -> offset < watermark).count();
            }
        }
        assertThat(everEnded).containsExactlyElementsOf(log);
        assertThat(window.watermark()).isEqualTo(log.getLast() + 1);
    }

    private static List<Long> log(Random random) {
        List<Long> log = new ArrayList<>();
        long offset = random.nextInt(1_000_000);
        for (int i = 0; i < 2_000; i++) {
            log.add(offset);
            offset += random.nextInt(10) == 0 ? 1 + random.nextInt(50) : 1;
        }
        return log;
    }
}
