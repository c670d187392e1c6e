// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpClientSettings;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptLanguage;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordingPortsTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RecordingPorts ports = new RecordingPorts();
    private final RuleMessage message = TestMessages.telemetry("{\"a\":1}");

    @AfterEach
    void close() {
        ports.close();
    }

    @Test
    void submittedMessagesAreKept() {
        assertThat(ports.intake().submit(message)).succeedsWithin(LIMIT);

        assertThat(ports.intake().messages()).containsExactly(message);
    }

    @Test
    void anIntakeWithoutRoomKeepsNothing() {
        ports.intake().failWith(new IllegalStateException("full"));

        assertThat(ports.intake().submit(message))
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withMessageContaining("full");
        assertThat(ports.intake().messages()).isEmpty();
    }

    @Test
    void theClockStandsUntilItIsMoved() {
        assertThat(ports.clock().millis()).isEqualTo(TestMessages.TS);

        ports.clock().advance(Duration.ofMinutes(5));

        assertThat(ports.clock().millis()).isEqualTo(TestMessages.TS + 300_000);
    }

    @Test
    void callsFailUntilTheTestSetsAnAnswer() {
        HttpCall call = new HttpCall("GET", URI.create("http://h/"), List.of(), null, LIMIT, 1_000);
        HttpCalls calls =
                ports.http().open(new HttpClientSettings(TestMessages.TENANT, 1, null, null));
        assertThat(calls.call(call))
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withMessageContaining("no answer is set for http://h/");

        ports.http().answer(201, "made");

        assertThat(calls.call(call))
                .succeedsWithin(LIMIT)
                .satisfies(reply -> {
                    assertThat(reply.status()).isEqualTo(201);
                    assertThat(reply.body().text()).isEqualTo("made");
                });
        assertThat(ports.http().calls()).containsExactly(call, call);
        assertThat(ports.http().open()).isOne();
        calls.close();
        assertThat(ports.http().open()).isZero();
    }

    @Test
    void scriptsRunAsInTheService() {
        try (Script script = ports.scripts().compile(ScriptLanguage.TBEL, "return msg.a == 1;")) {
            assertThat(script.filter(message)).succeedsWithin(LIMIT).isEqualTo(true);
        }
    }
}
