// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.device;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.remote.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptPoolTest {

    private static final String ENDLESS = "while (true) { }";

    private static ScriptEngines engines(
            ScriptSettings settings, LongSupplier strikesTime, LongSupplier watchTime) {
        return new ScriptEngines(
                settings,
                WorkerSettings.defaults().withSpare(false),
                ScriptCalls.quickStart(),
                strikesTime,
                watchTime);
    }

    /** A script that is endless meets its limit of time soon, and no other. */
    private static ScriptSettings quick() {
        return ScriptSettings.defaults()
                .withThreads(2)
                .withTimePerCall(Duration.ofMillis(250))
                .withAllocation(1L << 40);
    }

    /** The time of an endless script is long enough for the others. */
    private static ScriptSettings endurant() {
        return quick().withTimePerCall(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @EnumSource
    void runsOthersWhileABombStillRuns(ScriptLanguage language) {
        try (ScriptEngines engines = ScriptCalls.engines(endurant())) {
            Script bomb =
                    engines.compile(
                            language, "if (msg.go) { return true; } " + ENDLESS + " return false;");
            Script other = engines.compile(language, "return msg.i > 10;");
            await(bomb.filter(message("{\"go\":true}")));
            await(other.filter(message("{\"i\":11}")));
            CompletableFuture<Boolean> exploded =
                    bomb.filter(message("{\"go\":false}")).toCompletableFuture();

            assertThat(await(other.filter(message("{\"i\":11}")))).isTrue();
            boolean stillRunning = !exploded.isDone();

            assertFails(exploded).hasMessageContaining("the script");
            assertThat(stillRunning).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void doesNotMixUpResultsOfManyThreadsAndScripts(ScriptLanguage language) throws Exception {
        try (ScriptEngines engines = ScriptCalls.engines(ScriptCalls.patient().withThreads(4));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Script> scripts = new ArrayList<>();
            for (int s = 0; s < 8; s++) {
                scripts.add(
                        engines.compile(
                                language,
                                "var own = msg.i; metadata.x = '' + own; return '"
                                        + s
                                        + ":' + own + metadata.x;"));
            }
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int caller = 0; caller < 16; caller++) {
                int offset = caller * 1000;
                all.add(
                        CompletableFuture.runAsync(
                                () -> {
                                    for (int i = offset; i < offset + 100; i++) {
                                        int s = i % scripts.size();
                                        assertThat(
                                                        await(
                                                                scripts.get(s)
                                                                        .text(
                                                                                message(
                                                                                        "{\"i\":"
                                                                                                + i
                                                                                                + "}"))))
                                                .isEqualTo(s + ":" + i + i);
                                    }
                                },
                                callers));
            }
            await(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesAScriptForAMinuteToTheOriginatorThatWentTooFarThreeTimes(ScriptLanguage language) {
        AtomicLong now = new AtomicLong();
        try (ScriptEngines engines = engines(quick(), now::get, System::nanoTime)) {
            Script script =
                    engines.compile(
                            language, "if (msg.ok) { return true; } " + ENDLESS + " return true;");
            RuleMessage bad = message("{\"ok\":false}");
            RuleMessage good = message(bad.tenant(), bad.originator(), "{\"ok\":true}");
            RuleMessage neighbour = message(bad.tenant(), device(), "{\"ok\":true}");
            for (int i = 0; i < 3; i++) {
                assertFails(script.filter(bad)).hasMessageContaining("the script");
            }

            assertFails(script.filter(good)).hasMessageContaining("refused for a minute");
            assertThat(await(script.filter(neighbour))).isTrue();
            assertThat(await(engines.compile(language, "return true;").filter(good))).isTrue();

            now.addAndGet(Duration.ofSeconds(60).toNanos());
            assertThat(await(script.filter(good))).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesTheCallsThatWaitedWhenTheirOriginatorWentTooFarThreeTimes(ScriptLanguage language) {
        AtomicLong now = new AtomicLong();
        try (ScriptEngines engines = engines(quick(), now::get, System::nanoTime)) {
            Script script = engines.compile(language, ENDLESS + " return true;");
            RuleMessage bad = telemetry();

            List<CompletionStage<Boolean>> calls =
                    Stream.generate(() -> script.filter(bad)).limit(10).toList();

            assertThat(calls.subList(0, 3))
                    .allSatisfy(call -> assertFails(call).hasMessageContaining("longer than"));
            assertThat(calls.subList(3, 10))
                    .allSatisfy(
                            call -> assertFails(call).hasMessageContaining("refused for a minute"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsAScriptThatTookTooLongFromOneThatWentTooFarOtherwise(ScriptLanguage language) {
        try (ScriptEngines engines = ScriptCalls.engines(quick())) {
            Script slow = engines.compile(language, ENDLESS + " return true;");

            assertFails(slow.filter(telemetry())).isInstanceOf(ScriptTimeoutException.class);
        }
        try (ScriptEngines engines = ScriptCalls.engines(ScriptCalls.patient())) {
            Script wrong = engines.compile(language, "return msg.none.deeper;");

            assertFails(wrong.filter(telemetry())).isExactlyInstanceOf(ScriptException.class);
        }
        try (ScriptEngines engines =
                ScriptCalls.engines(ScriptCalls.patient().withAllocation(100_000))) {
            Script greedy =
                    engines.compile(
                            language,
                            "var a = []; while (true) { a = ['abcdefghijkl', 'mnop']; } return true;");

            assertFails(greedy.filter(telemetry()))
                    .hasMessageContaining("allocated more than")
                    .isExactlyInstanceOf(ScriptException.class);
        }
    }

    @Test
    void stopsEndlessScriptsThoughTheHeapWasFullWhenTheyWereLookedAt() {
        AtomicInteger looks = new AtomicInteger();
        LongSupplier shortOfMemory =
                () -> {
                    if (looks.incrementAndGet() % 2 == 0) {
                        throw new OutOfMemoryError("a test's");
                    }
                    return System.nanoTime();
                };
        try (ScriptEngines engines = engines(quick(), () -> 0, shortOfMemory)) {
            Script script = engines.compile(ScriptLanguage.TBEL, ENDLESS + " return true;");

            for (int i = 0; i < 3; i++) {
                assertFails(script.filter(telemetry())).hasMessageContaining("longer than");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesNoScriptForItsErrors(ScriptLanguage language) {
        try (ScriptEngines engines = ScriptCalls.engines(ScriptCalls.patient())) {
            Script script = engines.compile(language, "return msg.none.deeper;");
            for (int i = 0; i < 5; i++) {
                assertFails(script.filter(telemetry())).hasMessageContaining("line 1");
            }
        }
    }

    @Test
    void failsCallsThatCloseLeavesWaiting() {
        ScriptEngines engines = ScriptCalls.engines(quick().withThreads(1));
        Script script = engines.compile(ScriptLanguage.TBEL, ENDLESS + " return true;");
        List<CompletionStage<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(script.filter(telemetry()));
        }

        engines.close();

        assertThat(calls).allSatisfy(ScriptCalls::assertFails);
        assertFails(script.filter(telemetry())).hasMessageContaining("closed");
    }

    @Test
    void stopsWhatStillRunsAfterItsEnginesWereClosed() {
        AtomicLong now = new AtomicLong();
        ScriptEngines engines =
                engines(
                        quick().withThreads(1).withTimePerCall(Duration.ofMinutes(1)),
                        now::get,
                        now::get);
        Script endless = engines.compile(ScriptLanguage.TBEL, "while (true) { } return true;");
        CompletionStage<Boolean> running = endless.filter(telemetry());
        Awaitility.await().until(() -> engines.load().running() == 1);

        engines.close();

        assertFails(running).hasMessageContaining("closed");
        Awaitility.await().until(() -> engines.load().running() == 0);
    }
}
