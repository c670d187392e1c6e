// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.rule.engine.NodeListener.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeRoomTest extends EngineFixture {

    private static final int ROOM = 40;

    private final PendingAnswers call = new PendingAnswers();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    NodeRoomTest() {
        super(onTheCallingThread(), ROOM);
    }

    /** A node that answers later, with one for its failures behind it. */
    private void start() {
        chains.root(
                chain("root")
                        .node("call")
                        .node("record")
                        .connect("call", "Success", "record")
                        .connect("call", "Failure", "record")
                        .of(TENANT));
        nodes.put("call", call);
        nodes.put("record", recording(seen));
        awaitStart();
        seen.clear();
    }

    /** Puts messages of as many devices, and so of all stripes, into the node. */
    private List<TestAttempt> fill(int messages) {
        return IntStream.range(0, messages)
                .mapToObj(i -> process(message(device(i), "m" + i)))
                .toList();
    }

    @Test
    void refusesAtOnceWhatItHasNoRoomForOverAllItsStripes() {
        chains.root(chain("root").node("call").of(TENANT));
        nodes.put("call", call);
        awaitStart();
        fill(ROOM);

        TestAttempt refused = process(message(device(100), "refused"));

        assertThat(refused.awaitFailure().failure().error())
                .isEqualTo("the node has no room: 40 messages are in it");
        assertThat(call.wasCalledFor("refused")).isFalse();
        assertThat(listener.refusals).containsExactly(Refusal.ROOM);
    }

    @Test
    void sendsARefusedMessageOnByFailure() {
        start();
        fill(ROOM);

        assertThat(process(message(device(100), "refused")).labels())
                .containsExactly("Failure", "Success");
        assertThat(seen).containsExactly("refused");
    }

    @Test
    void hasRoomAgainForEachThatIsAnsweredOrGivenUp() {
        start();
        List<TestAttempt> first = fill(ROOM);
        call.succeed("m0");
        first.get(1).giveUp();

        process(message(device(100), "a"));
        process(message(device(101), "b"));
        process(message(device(102), "c"));

        assertThat(call.wasCalledFor("a")).isTrue();
        assertThat(call.wasCalledFor("b")).isTrue();
        assertThat(call.wasCalledFor("c")).isFalse();
    }

    @Test
    void givesNoSecondPlaceBackForAnAnswerThatComesTooLate() {
        start();
        List<TestAttempt> first = fill(ROOM);
        first.get(1).giveUp();
        call.succeed("m1");

        process(message(device(100), "a"));
        process(message(device(101), "b"));

        assertThat(call.wasCalledFor("a")).isTrue();
        assertThat(call.wasCalledFor("b")).isFalse();
    }

    @Test
    void takesNoRoomForMessagesThatAreAnsweredAtOnce() {
        start();
        fill(ROOM - 1);

        IntStream.range(0, ROOM).forEach(_ -> process(message(device(100), "now")).await());

        process(message(device(100), "last"));
        assertThat(call.wasCalledFor("last")).isTrue();
        assertThat(listener.refusals).isEmpty();
    }

    @Test
    void takesNoRoomForAnswersThatWaitOnlyForEarlierOnesOfTheirOriginator() {
        start();
        process(message("slow"));
        for (int i = 0; i < ROOM; i++) {
            process(message("m" + i));
            call.succeed("m" + i);
        }

        process(message(device(100), "other"));

        assertThat(call.wasCalledFor("other")).isTrue();
        assertThat(seen).isEmpty();
    }

    @Test
    void letsARefusedMessageLeaveBehindEarlierOnesOfItsOriginator() {
        start();
        fill(ROOM);
        TestAttempt refused = process(message(device(0), "refused"));
        assertThat(refused.result).isNotDone();

        call.succeed("m0");

        refused.await();
        assertThat(seen).containsExactly("m0", "refused");
    }

    @Test
    void isWithoutBoundWhereItWaitsForTheStoreBecauseAnOutageFailsNothing() {
        waitingForStore.add("call");
        start();

        List<TestAttempt> all = fill(2 * ROOM);
        IntStream.range(0, 2 * ROOM).forEach(i -> call.succeed("m" + i));

        assertThat(all).allSatisfy(attempt -> assertThat(attempt.labels()).contains("Success"));
        assertThat(seen).hasSize(2 * ROOM);
        assertThat(listener.refusals).isEmpty();
    }

    @Test
    void mustBeForOneMessageAtLeast() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new EngineSettings(
                                1,
                                1,
                                Duration.ofSeconds(1),
                                Duration.ofMinutes(1),
                                0,
                                BreakerSettings.DEFAULTS,
                                Duration.ofMinutes(10)))
                .withMessageContaining("at least 1, but are 1, 1 and 0");
    }
}
