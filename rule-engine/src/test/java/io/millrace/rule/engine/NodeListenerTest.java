// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.rule.engine.HeardOfNodes.Answer;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class NodeListenerTest extends EngineFixture {

    private static final int ROOM = 40;

    private final PendingAnswers call = new PendingAnswers();

    NodeListenerTest() {
        super(onTheCallingThread(), ROOM);
    }

    private void start() {
        chains.root(
                chain("root").node("call").node("b").connect("call", "Success", "b").of(TENANT));
        nodes.put("call", call);
        nodes.put("b", recording(new CopyOnWriteArrayList<>()));
        awaitStart();
    }

    @Test
    void hearsHowLongANodeHadAMessage() {
        start();
        process(message("x"));
        now.addAndGet(1_234);

        call.succeed("x");

        assertThat(listener.answers)
                .containsExactly(
                        new Answer("test.call", 1_234, false), new Answer("test.b", 0, false));
    }

    @Test
    void hearsThatANodeFailed() {
        start();
        process(message("x"));

        call.fail("x", new IllegalStateException("gone"));

        assertThat(listener.answers).containsExactly(new Answer("test.call", 0, true));
    }

    @Test
    void hearsOfAMessageThatWasGivenUpInTheNodeAsAFailure() {
        start();
        TestAttempt attempt = process(message("x"));
        now.addAndGet(77);

        attempt.giveUp();

        assertThat(listener.answers).containsExactly(new Answer("test.call", 77, true));
    }

    @Test
    void hearsOfARefusedMessageOnlyThatItWasRefused() {
        start();
        for (int i = 0; i < ROOM; i++) {
            process(message(device(i), "m" + i));
        }

        process(message("refused"));

        assertThat(listener.answers).isEmpty();
        assertThat(listener.refusals).hasSize(1);
    }

    @Test
    void hearsOfNodesThatCannotStartByTheirTypes() {
        chains.root(chain("root").node("absent").of(TENANT));

        process(message("x")).awaitFailure();

        assertThat(listener.answers)
                .extracting(Answer::type, Answer::failed)
                .containsExactly(tuple("test.absent", true));
    }
}
