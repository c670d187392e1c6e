// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.device;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JavaScript that cannot be stopped is killed with its process; the other calls of the process run again. */
class ScriptKillsTest {

    private static final ScriptEngines engines =
            new ScriptEngines(
                    ScriptSettings.defaults()
                            .withThreads(4)
                            .withThreadsPerTenant(2)
                            .withTimePerCall(Duration.ofMillis(500)),
                    WorkerSettings.defaults(),
                    ScriptCalls.quickStart());

    private static final String ENDLESS =
            "function f() { try { f(); } finally { f(); } } f(); return true;";

    private static final Script other =
            engines.compile(
                    ScriptLanguage.JS,
                    "var s = 0; for (var i = 0; i < msg.n; i++) { s += i; } return s >= 0;");

    @AfterAll
    static void close() {
        engines.close();
    }

    private static CompletableFuture<Boolean> neighbour(TenantId tenant, int loops) {
        return other.filter(message(tenant, device(), "{\"n\":" + loops + "}"))
                .toCompletableFuture();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return 2n ** (2n ** 30n) > 1n;",
                "return 'a'.repeat(3e7).split('').length > 1;",
                "return (7n ** 3000000n).toString().length > 1;",
                "var b = 3n ** 2000000n; for (;;) { b = b * b % (b - 1n); }",
                "return [...'a'.repeat(3e7)].length > 1;",
                "return new Array(3e7).fill(1).map(String).sort().length > 1;",
                "function f() { try { f(); } catch (e) { f(); } finally { f(); } } f(); return true;",
            })
    void endsAScriptThatCannotBeStoppedAndAnswersItsNeighbours(String body) {
        TenantId neighbour = tenant();
        Script bomb = engines.compile(ScriptLanguage.JS, body);

        CompletableFuture<Boolean> beside = neighbour(neighbour, 2000);
        CompletableFuture<Boolean> exploded =
                bomb.filter(message(tenant(), device(), "{}")).toCompletableFuture();
        CompletableFuture<Boolean> after = neighbour(neighbour, 10);

        assertThat(await(beside)).isTrue();
        assertThat(await(after)).isTrue();
        assertFails(exploded);
        assertThat(await(neighbour(neighbour, 10))).isTrue();
        bomb.close();
    }

    @Test
    void killsTheProcessOfAScriptThatNeverEndsAndRunsItsTenantApart() {
        TenantId bad = tenant();
        Script bomb = engines.compile(ScriptLanguage.JS, "if (msg.ok) { return true; } " + ENDLESS);
        await(bomb.filter(message(bad, device(), "{\"ok\":true}")));
        List<Long> before = engines.workerPids();
        CompletableFuture<Boolean> exploded =
                bomb.filter(message(bad, device(), "{}")).toCompletableFuture();

        assertFails(exploded)
                .isInstanceOf(ScriptTimeoutException.class)
                .hasMessage("the script took longer than 500 ms, and its process was killed");
        assertThat(await(neighbour(tenant(), 10))).isTrue();
        assertThat(engines.workerPids()).isNotEqualTo(before);
        assertThat(await(bomb.filter(message(bad, device(), "{\"ok\":true}")))).isTrue();
        assertThat(engines.workerLoad().ownProcesses()).isPositive();
        assertThat(engines.workerLoad().killed()).isPositive();

        for (int i = 0; i < 2; i++) {
            assertFails(bomb.filter(message(bad, device(), "{}")))
                    .hasMessageContaining("its process was killed");
        }
        assertFails(bomb.filter(message(bad, device(), "{\"ok\":true}")))
                .hasMessageContaining("refused for a minute for this tenant");
        assertThat(await(neighbour(tenant(), 10))).isTrue();
    }

    @Test
    void answersEveryCallOnceWhenAProcessDies() {
        List<CompletableFuture<Boolean>> calls = new ArrayList<>();
        AtomicInteger answers = new AtomicInteger();
        do {
            for (int i = 0; i < 200; i++) {
                calls.add(
                        neighbour(tenant(), 20_000)
                                .whenComplete((_, _) -> answers.incrementAndGet()));
            }
        } while (engines.workerLoad().calls() == 0);

        engines.workerPids()
                .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));

        assertThat(calls).allSatisfy(call -> assertThat(await(call)).isTrue());
        assertThat(answers).hasValue(calls.size());
        Awaitility.await().until(() -> engines.workerLoad().calls() == 0);
        assertThat(engines.workerLoad().bytes()).isZero();
    }

    @Test
    void blocksNoCallerWhenTheProcessDoesNotRead() throws Exception {
        String large = "{\"n\":1,\"text\":\"" + "x".repeat(90_000) + "\"}";
        try (ScriptEngines deaf =
                new ScriptEngines(
                        ScriptSettings.defaults().withTimePerCall(Duration.ofSeconds(20)),
                        WorkerSettings.defaults().withSpare(false),
                        ScriptCalls.quickStart())) {
            Script script = deaf.compile(ScriptLanguage.JS, "return msg.n > 0;");
            long pid = deaf.workerPids().getFirst();
            assertThat(signal("STOP", pid)).isZero();

            List<CompletableFuture<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(script.filter(message(tenant(), device(), large)).toCompletableFuture());
            }

            assertThat(calls).noneMatch(CompletableFuture::isDone);
            assertThat(signal("CONT", pid)).isZero();
            assertThat(calls).allSatisfy(call -> assertThat(await(call)).isTrue());
        }
    }

    private static int signal(String name, long pid) throws Exception {
        return new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor();
    }

    @Test
    void endsTheProcessAtOnceThoughAScriptNeverEnds() {
        ScriptEngines closing =
                new ScriptEngines(
                        ScriptSettings.defaults()
                                .withTimePerCall(Duration.ofMinutes(1))
                                .withAllocation(Long.MAX_VALUE),
                        WorkerSettings.defaults().withSpare(false),
                        ScriptCalls.quickStart());
        Script endless = closing.compile(ScriptLanguage.JS, ENDLESS);
        CompletableFuture<Boolean> call =
                endless.filter(message(tenant(), device(), "{}")).toCompletableFuture();
        Awaitility.await().until(() -> closing.load().running() == 1);
        long pid = closing.workerPids().getFirst();

        closing.close();

        assertFails(call).hasMessageContaining("closed");
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThatThrownBy(() -> closing.compile(ScriptLanguage.JS, "return 1;"))
                .isInstanceOf(ScriptException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void saysThatJavaScriptCannotRunWhenNoProcessStarts() {
        try (ScriptEngines broken =
                new ScriptEngines(
                        ScriptSettings.defaults(),
                        WorkerSettings.defaults(),
                        (_, _) -> List.of("/nonexistent/java"))) {
            assertThatThrownBy(() -> broken.compile(ScriptLanguage.JS, "return 1;"))
                    .isInstanceOf(ScriptException.class)
                    .hasMessageContaining("its process does not start");
            Script tbel = broken.compile(ScriptLanguage.TBEL, "return true;");
            RuleMessage message = message(tenant(), device(), "{}");
            assertThat(await(tbel.filter(message))).isTrue();
        }
    }
}
