// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScriptPoolTest {

    private static final String ENDLESS = "while (true) { }";

    private static ScriptSettings quick() {
        return ScriptSettings.defaults().withThreads(2).withTimePerCall(Duration.ofMillis(100));
    }

    /** A bomb is bounded by its time alone, and that is long enough for the others. */
    private static ScriptSettings endurant() {
        return quick().withTimePerCall(Duration.ofSeconds(5)).withAllocation(1L << 40);
    }

    @ParameterizedTest
    @EnumSource
    void runsOthersWhileABombStillRuns(ScriptLanguage language) {
        try (ScriptEngines engines = new ScriptEngines(endurant())) {
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
        try (ScriptEngines engines = new ScriptEngines(ScriptCalls.patient().withThreads(4));
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

    @Test
    void refusesCallsForWhichThereIsNoRoom() {
        try (ScriptEngines engines =
                new ScriptEngines(ScriptCalls.patient().withThreads(1).withQueue(2))) {
            Script script = engines.compile(ScriptLanguage.TBEL, ENDLESS + " return true;");
            List<CompletionStage<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(script.filter(telemetry()));
            }

            assertThat(calls).anySatisfy(call -> assertFails(call).hasMessageContaining("no room"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesAScriptForAMinuteAfterThreeTimesTooFar(ScriptLanguage language) {
        AtomicLong now = new AtomicLong();
        try (ScriptEngines engines = new ScriptEngines(quick(), now::get)) {
            Script script =
                    engines.compile(
                            language, "if (msg.ok) { return true; } " + ENDLESS + " return true;");
            for (int i = 0; i < 3; i++) {
                assertFails(script.filter(message("{\"ok\":false}")))
                        .hasMessageContaining("the script");
            }

            assertFails(script.filter(message("{\"ok\":true}")))
                    .hasMessageContaining("refused for a minute");
            assertThat(await(engines.compile(language, "return true;").filter(telemetry())))
                    .isTrue();

            now.addAndGet(Duration.ofSeconds(60).toNanos());
            assertThat(await(script.filter(message("{\"ok\":true}")))).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesNoScriptForItsErrors(ScriptLanguage language) {
        try (ScriptEngines engines = new ScriptEngines(ScriptCalls.patient())) {
            Script script = engines.compile(language, "return msg.none.deeper;");
            for (int i = 0; i < 5; i++) {
                assertFails(script.filter(telemetry())).hasMessageContaining("line 1");
            }
        }
    }

    @Test
    void replacesAThreadWhoseScriptCannotBeStopped() {
        ScriptSettings settings = quick().withThreads(1).withAbandonedThreads(1);
        try (ScriptPool pool = new ScriptPool(settings, System::nanoTime)) {
            CompletableFuture<Void> release = new CompletableFuture<>();
            Program stubborn = new StubProgram(release);
            ScriptCall<Boolean> first = submit(pool, stubborn);

            assertFails(first.result()).hasMessageContaining("cannot be stopped");
            assertThat(
                            await(
                                    submit(
                                                    pool,
                                                    new StubProgram(
                                                            CompletableFuture.completedFuture(
                                                                    null)))
                                            .result()))
                    .isTrue();

            ScriptCall<Boolean> second = submit(pool, stubborn);
            assertFails(second.result()).hasMessageContaining("cannot be stopped");
            assertFails(submit(pool, stubborn).result()).hasMessageContaining("no thread is left");

            release.complete(null);
            Awaitility.await().until(() -> pool.threads().size() == 1);
            assertThat(await(submit(pool, stubborn).result())).isTrue();
        }
    }

    private static ScriptCall<Boolean> submit(ScriptPool pool, Program program) {
        ScriptCall<Boolean> call =
                new ScriptCall<>(
                        program,
                        new Strikes(System::nanoTime),
                        instance -> instance.filter(telemetry()));
        pool.submit(call);
        return call;
    }

    @Test
    void failsCallsThatCloseLeavesWaiting() {
        ScriptEngines engines = new ScriptEngines(quick().withThreads(1));
        Script script = engines.compile(ScriptLanguage.TBEL, ENDLESS + " return true;");
        List<CompletionStage<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(script.filter(telemetry()));
        }

        engines.close();

        assertThat(calls).allSatisfy(ScriptCalls::assertFails);
        assertFails(script.filter(telemetry())).hasMessageContaining("closed");
    }
}
