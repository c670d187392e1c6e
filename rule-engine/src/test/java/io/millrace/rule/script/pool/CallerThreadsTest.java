// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.tbel.TbelLanguage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that a node's thread runs itself. */
class CallerThreadsTest {

    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final AtomicLong now = new AtomicLong();
    private final ScriptPool pool =
            new ScriptPool(
                    ScriptSettings.defaults().withTimePerCall(Duration.ofHours(1)),
                    now::get,
                    HangPolicy.ABANDON);

    /** The threads that have run a script, in the order of its calls. */
    private final BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

    private final Program quick =
            new StubProgram(() -> threads.add(Thread.currentThread()), () -> {});

    @AfterEach
    void close() {
        pool.close();
    }

    private Script script(Program program) {
        return new PooledScript(program, pool, new Strikes(() -> 0), ScriptSettings.defaults());
    }

    /** Calls a script as a node does. */
    private static CompletableFuture<Boolean> call(Script script) throws Exception {
        NodeResult result =
                CurrentCall.process(
                        message ->
                                new NodeResult.Later(
                                        script.filter(message)
                                                .thenApply(yes ->
                                                        NodeResult.to(
                                                                yes ? "True" : "False", message))),
                        telemetry(),
                        NodeCall.wantedWhile(() -> true));
        return ((NodeResult.Later) result)
                .answer()
                .thenApply(answer -> ((NodeResult.Next) answer).labels().contains("True"))
                .toCompletableFuture();
    }

    /** A script that does not end in this thread before it is stopped, and ends at once in another. */
    private Program slowHere(Runnable meanwhile) {
        Thread here = Thread.currentThread();
        AtomicLong stops = new AtomicLong();
        return new StubProgram(
                () -> {
                    threads.add(Thread.currentThread());
                    if (Thread.currentThread() == here) {
                        long before = stops.get();
                        Awaitility.await()
                                .pollInSameThread()
                                .pollDelay(Duration.ZERO)
                                .pollInterval(Duration.ofMillis(1))
                                .until(() -> {
                                    meanwhile.run();
                                    return stops.get() > before;
                                });
                        throw new ScriptException("stopped");
                    }
                    return true;
                },
                stops::incrementAndGet);
    }

    /** More than the watchdog allows a call, even if it gets no processor time. */
    private void letTimePass() {
        now.addAndGet(Duration.ofHours(5).toNanos());
    }

    private static <T> T in(ExecutorService executor, Callable<T> action) throws Exception {
        return executor.submit(action).get();
    }

    @Test
    void aQuickScriptRunsInTheThreadOfItsNode() throws Exception {
        Script script = script(quick);

        for (int i = 0; i < 1_000; i++) {
            assertThat(call(script)).isCompletedWithValue(true);
        }

        assertThat(threads).containsOnly(Thread.currentThread());
        assertThat(pool.load().threads()).isZero();
    }

    @Test
    void aCallOutsideANodeRunsInThePool() {
        assertThat(await(script(quick).filter(telemetry()))).isTrue();

        assertThat(threads).doesNotContain(Thread.currentThread()).hasSize(1);
    }

    @Test
    void aCallInAVirtualThreadRunsInThePool() throws Exception {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(await(in(virtual, () -> call(script(quick))))).isTrue();
        }

        assertThat(threads).hasSize(1).allMatch(thread -> !thread.isVirtual());
        assertThat(pool.load().threads()).isEqualTo(1);
    }

    @Test
    void aCallThatIsNotQuickIsStoppedAndRunsAgainInThePool() throws Exception {
        Script script = script(slowHere(this::letTimePass));

        assertThat(await(call(script))).isTrue();

        assertThat(List.copyOf(threads)).startsWith(Thread.currentThread()).hasSize(2);
    }

    @Test
    void aCallThatRunsCountsAsLoad() throws Exception {
        LinkedBlockingQueue<ScriptLoad> loads = new LinkedBlockingQueue<>();
        Script script =
                script(
                        slowHere(() -> {
                            loads.add(pool.load());
                            letTimePass();
                        }));

        assertThat(await(call(script))).isTrue();

        assertThat(loads.element()).isEqualTo(new ScriptLoad(0, 1, 0, 0, 0));
    }

    @Test
    void theNextCallsOfAStoppedScriptGoToThePoolForAWhile() throws Exception {
        Script script = script(slowHere(this::letTimePass));
        await(call(script));
        threads.clear();

        assertThat(await(call(script))).isTrue();
        assertThat(threads).doesNotContain(Thread.currentThread()).hasSize(1);

        now.addAndGet(LONGEST_REST.toNanos());
        assertThat(await(call(script))).isTrue();
        assertThat(threads).contains(Thread.currentThread());
    }

    /** The script ends by its limit of time, long after its node's thread is free. */
    @Test
    void anEndlessScriptLeavesTheThreadOfItsNode() throws Exception {
        ScriptSettings settings =
                ScriptSettings.defaults()
                        .withTimePerCall(Duration.ofSeconds(2))
                        .withAllocation(1L << 40);
        try (ScriptPool realTime = new ScriptPool(settings, System::nanoTime, HangPolicy.ABANDON)) {
            Program endless =
                    new TbelLanguage(settings)
                            .compile("while (true) { } return true;", ArgumentNames.MESSAGE);
            CompletableFuture<Boolean> result =
                    call(new PooledScript(endless, realTime, new Strikes(() -> 0), settings));
            boolean isOverHere = !result.isDone();

            assertFails(result).isInstanceOf(ScriptTimeoutException.class);
            assertThat(isOverHere).isTrue();
        }
    }

    @Test
    void anotherScriptIsNotAffectedByASlowOne() throws Exception {
        await(call(script(slowHere(this::letTimePass))));

        assertThat(call(script(quick))).isCompletedWithValue(true);
    }

    @Test
    void anErrorOfTheScriptIsItsResult() throws Exception {
        Script script =
                script(
                        new StubProgram(
                                () -> {
                                    throw new ScriptException("no such field");
                                },
                                () -> {}));

        assertFails(call(script)).hasMessage("no such field");
    }

    @Test
    void aCallThatIsNotWantedAnyMoreDoesNotRun() throws Exception {
        Script script = script(quick);

        NodeResult result =
                CurrentCall.process(
                        message ->
                                new NodeResult.Later(
                                        script.filter(message)
                                                .thenApply(_ -> NodeResult.success(message))),
                        telemetry(),
                        NodeCall.wantedWhile(() -> false));

        assertFails(((NodeResult.Later) result).answer()).hasMessage(CurrentCall.OVER);
        assertThat(threads).isEmpty();
    }

    @Test
    void theInstancesOfAThreadAreClosedAfterItsEnd() throws Exception {
        StubProgram program = StubProgram.endingAtOnce();
        Script script = script(program);
        for (int i = 0; i < 3; i++) {
            try (ExecutorService node = Executors.newSingleThreadExecutor()) {
                assertThat(in(node, () -> call(script))).isCompletedWithValue(true);
            }
        }

        Awaitility.await()
                .untilAsserted(() -> {
                    try (ExecutorService node = Executors.newSingleThreadExecutor()) {
                        var _ = in(node, () -> call(script));
                    }
                    assertThat(program.open()).isLessThanOrEqualTo(2);
                });
    }

    @Test
    void aClosedPoolRefusesTheCall() throws Exception {
        Script script = script(quick);
        assertThat(call(script)).isCompletedWithValue(true);

        pool.close();

        assertFails(call(script)).hasMessageContaining("have been closed");
        assertThat(threads).hasSize(1);
    }
}
