// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.device;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.remote.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hanging scripts do not delay other devices or other tenants. The clock of TBEL is stopped. */
class ScriptRoomTest {

    private static final String SCRIPT = "if (msg.hang) { while (true) { } } return true;";
    private static final String HANG = "{\"hang\":true}";
    private static final String PASS = "{\"hang\":false}";

    private static final ScriptSettings SETTINGS =
            ScriptSettings.defaults()
                    .withThreads(4)
                    .withThreadsPerTenant(2)
                    .withQueue(1000)
                    .withTimePerCall(Duration.ofHours(1))
                    .withAllocation(Long.MAX_VALUE);

    private final AtomicLong now = new AtomicLong();
    private final ScriptEngines engines =
            new ScriptEngines(
                    SETTINGS,
                    WorkerSettings.defaults().withSpare(false),
                    ScriptCalls.quickStart(),
                    () -> 0,
                    now::get);
    private final List<CompletableFuture<Boolean>> hanging = new ArrayList<>();

    /** Hanging TBEL is stopped when time passes; hanging JavaScript is killed. */
    @AfterEach
    void letTimePass() {
        CompletableFuture<Void> closed = CompletableFuture.runAsync(engines::close);
        Awaitility.await()
                .until(() -> {
                    now.addAndGet(Duration.ofDays(1).toNanos());
                    return closed.isDone() && hanging.stream().allMatch(CompletableFuture::isDone);
                });
    }

    private void hang(Script script, TenantId tenant, EntityId device) {
        hanging.add(script.filter(message(tenant, device, HANG)).toCompletableFuture());
    }

    private void assertAllHang() {
        assertThat(hanging).noneMatch(CompletableFuture::isDone);
    }

    private void awaitRunningAndWaiting(int running, int waiting) {
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(engines.load())
                                .extracting(ScriptLoad::running, ScriptLoad::waiting)
                                .containsExactly(running, waiting));
    }

    @ParameterizedTest
    @EnumSource
    void leavesTheThreadsToOtherOriginatorsWhenTheCallsOfOneHang(ScriptLanguage language) {
        Script script = engines.compile(language, SCRIPT);
        TenantId tenant = tenant();
        EntityId bad = device();
        for (int i = 0; i < 20; i++) {
            hang(script, tenant, bad);
        }

        List<CompletionStage<Boolean>> others =
                Stream.generate(ScriptCalls::device)
                        .limit(99)
                        .map(device -> script.filter(message(tenant, device, PASS)))
                        .toList();

        assertThat(others).allSatisfy(call -> assertThat(await(call)).isTrue());
        assertAllHang();
        awaitRunningAndWaiting(1, 19);
    }

    @ParameterizedTest
    @EnumSource
    void dropsTheCallsOfAttemptsThatEndBeforeTheirTurn(ScriptLanguage language) throws Exception {
        Script script = engines.compile(language, SCRIPT);
        List<CompletableFuture<Boolean>> calls = new ArrayList<>();
        CurrentCall.process(
                message -> {
                    calls.add(script.filter(message).toCompletableFuture());
                    return NodeResult.success(message);
                },
                message(tenant(), device(), HANG),
                NodeCall.wantedWhile(() -> false));

        assertThat(calls.getFirst())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining(CurrentCall.OVER);
    }

    @ParameterizedTest
    @EnumSource
    void leavesThreadsToOtherTenantsWhenTheCallsOfOneHang(ScriptLanguage language) {
        Script script = engines.compile(language, SCRIPT);
        TenantId bad = tenant();
        for (int i = 0; i < 20; i++) {
            hang(script, bad, device());
        }
        Awaitility.await().until(() -> engines.load().running() == 2);

        TenantId good = tenant();
        List<CompletionStage<Boolean>> others =
                Stream.generate(ScriptCalls::device)
                        .limit(100)
                        .map(device -> script.filter(message(good, device, PASS)))
                        .toList();

        assertThat(others).allSatisfy(call -> assertThat(await(call)).isTrue());
        assertAllHang();
        awaitRunningAndWaiting(2, 18);
    }

    @Test
    void refusesATenantThatHasFilledItsShareAndStillLetsOthersIn() {
        Script script = engines.compile(ScriptLanguage.TBEL, SCRIPT);
        TenantId bad = tenant();
        hang(script, bad, device());
        hang(script, bad, device());
        Awaitility.await().until(() -> engines.load().running() == 2);
        for (int i = 0; i < 500; i++) {
            hang(script, bad, device());
        }
        assertAllHang();

        CompletableFuture<Boolean> refused =
                script.filter(message(bad, device(), PASS)).toCompletableFuture();

        assertThat(refused).isCompletedExceptionally();
        assertFails(refused).hasMessageContaining("no room").hasMessageContaining("this tenant");
        assertThat(engines.load().refused()).isEqualTo(1);
        assertThat(await(script.filter(message(tenant(), device(), PASS)))).isTrue();
        assertAllHang();
        script.close();
    }

    @Test
    void runsTheCallsOfAnOriginatorInTheOrderInWhichTheyCame() {
        Script script = engines.compile(ScriptLanguage.TBEL, "return '' + msg.i;");
        TenantId tenant = tenant();
        EntityId device = device();
        List<String> answers = new ArrayList<>();
        List<CompletionStage<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(
                    script.text(message(tenant, device, "{\"i\":" + i + "}"))
                            .thenAccept(answers::add));
        }

        calls.forEach(ScriptCalls::await);

        assertThat(answers)
                .containsExactlyElementsOf(
                        Stream.iterate(0, i -> i + 1).limit(200).map(String::valueOf).toList());
    }
}
