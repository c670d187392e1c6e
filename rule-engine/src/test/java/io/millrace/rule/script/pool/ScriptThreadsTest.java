// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.device;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptLoad;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.language.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When threads for scripts are started, given up, replaced and ended. */
class ScriptThreadsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final AtomicLong now = new AtomicLong();
    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private final StubProgram stubborn = StubProgram.endingWith(release);
    private final StubProgram quick = StubProgram.endingAtOnce();

    @AfterEach
    void letEverythingEnd() {
        release.complete(null);
    }

    private static ScriptSettings settings(int threads, int perTenant, int abandoned) {
        return ScriptSettings.defaults()
                .withThreads(threads)
                .withThreadsPerTenant(perTenant)
                .withAbandonedThreads(abandoned)
                .withTimePerCall(Duration.ofMinutes(1));
    }

    private ScriptPool pool(ScriptSettings settings) {
        return new ScriptPool(settings, now::get, HangPolicy.ABANDON);
    }

    private static CompletionStage<Boolean> call(
            ScriptPool pool, Program program, RuleMessage message) {
        return new PooledScript(program, pool, new Strikes(() -> 0), ScriptSettings.defaults())
                .filter(message);
    }

    /** Lets hours pass until the call has ended. */
    private void awaitGivenUp(CompletionStage<Boolean> call) {
        Awaitility.await()
                .until(() -> {
                    now.addAndGet(HOUR.toNanos());
                    return call.toCompletableFuture().isDone();
                });
        assertFails(call)
                .hasMessageContaining("cannot be stopped")
                .isInstanceOf(ScriptTimeoutException.class);
    }

    @Test
    void startsNoThreadBeforeThereIsSomethingToRun() {
        try (ScriptPool pool = pool(settings(4, 2, 0))) {
            assertThat(pool.load().threads()).isZero();

            assertThat(await(call(pool, quick, telemetry()))).isTrue();

            assertThat(pool.load().threads()).isEqualTo(1);
        }
    }

    @Test
    void staysWithFewThreadsWhereOneCallFollowsTheOther() {
        try (ScriptPool pool = pool(settings(100, 2, 0))) {
            for (int i = 0; i < 1000; i++) {
                assertThat(await(call(pool, quick, telemetry()))).isTrue();
            }

            assertThat(pool.load().threads()).isLessThan(10);
        }
    }

    @Test
    void startsFurtherThreadsWhenTheUsualOnesDoNotGetOn() {
        try (ScriptPool pool = pool(settings(4, 1, 0))) {
            List<CompletionStage<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(call(pool, stubborn, telemetry()));
            }

            Awaitility.await().until(() -> pool.load().running() == 4);
            assertThat(pool.load()).isEqualTo(new ScriptLoad(4, 4, 2, 0, 0));

            release.complete(null);
            assertThat(calls).allSatisfy(call -> assertThat(await(call)).isTrue());
        }
    }

    @Test
    void callsTheThreadThatBecameIdleLast() {
        try (ScriptPool pool = pool(settings(4, 3, 0))) {
            List<CompletionStage<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                calls.add(call(pool, stubborn, telemetry()));
            }
            Awaitility.await().until(() -> pool.load().running() == 3);
            release.complete(null);
            calls.forEach(ScriptCalls::await);

            for (int i = 0; i < 10; i++) {
                Awaitility.await()
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> pool.load().running() == 0);
                assertThat(await(call(pool, quick, telemetry()))).isTrue();
            }

            assertThat(quick.open()).describedAs("threads that ran it").isEqualTo(1);
        }
    }

    @Test
    void endsAThreadThatIsIdleForLongAndItsInstances() {
        try (ScriptPool pool =
                new ScriptPool(
                        settings(4, 2, 0), now::get, HangPolicy.ABANDON, Duration.ofMillis(1))) {
            for (int i = 0; i < 3; i++) {
                assertThat(await(call(pool, quick, telemetry()))).isTrue();

                Awaitility.await().until(() -> pool.load().threads() == 0);
                Awaitility.await().until(() -> quick.open() == 0);
            }
        }
    }

    @Test
    void replacesAThreadWhoseScriptCannotBeStopped() {
        try (ScriptPool pool = pool(settings(1, 1, 1))) {
            awaitGivenUp(call(pool, stubborn, telemetry()));
            assertThat(pool.load().givenUpThreads()).isEqualTo(1);
            assertThat(await(call(pool, quick, telemetry()))).isTrue();

            CompletionStage<Boolean> last = call(pool, stubborn, telemetry());
            Awaitility.await().until(() -> pool.load().running() == 1);
            CompletionStage<Boolean> waiting = call(pool, quick, telemetry());
            awaitGivenUp(last);
            assertFails(waiting).hasMessageContaining("no thread is left");
            assertFails(call(pool, quick, telemetry())).hasMessageContaining("no thread is left");
            assertThat(pool.load()).isEqualTo(new ScriptLoad(0, 0, 0, 2, 2));

            release.complete(null);
            Awaitility.await().until(() -> pool.load().givenUpThreads() == 0);
            assertThat(await(call(pool, quick, telemetry()))).isTrue();
        }
    }

    @Test
    void givesAnOriginatorNoSecondThreadWhileItsFirstCannotBeStopped() {
        try (ScriptPool pool = pool(settings(4, 4, 4))) {
            RuleMessage bad = telemetry();
            CompletionStage<Boolean> first = call(pool, stubborn, bad);
            Awaitility.await().until(() -> pool.load().running() == 1);
            CompletionStage<Boolean> waiting = call(pool, quick, bad);
            awaitGivenUp(first);

            assertFails(waiting).hasMessageContaining("cannot be stopped");
            assertFails(call(pool, quick, bad)).hasMessageContaining("of this originator");
            assertThat(await(call(pool, quick, message(bad.tenant(), device(), "{}")))).isTrue();

            release.complete(null);
            Awaitility.await().until(() -> pool.load().givenUpThreads() == 0);
            assertThat(await(call(pool, quick, bad))).isTrue();
        }
    }

    @Test
    void leavesThreadsToOthersThoughATenantsScriptsCannotBeStopped() {
        try (ScriptPool pool = pool(settings(4, 2, 4))) {
            RuleMessage bad = telemetry();
            for (int i = 0; i < 4; i++) {
                awaitGivenUp(call(pool, stubborn, message(bad.tenant(), device(), "{}")));
            }

            assertFails(call(pool, quick, bad)).hasMessageContaining("of this tenant");
            assertThat(await(call(pool, quick, telemetry()))).isTrue();
        }
    }
}
