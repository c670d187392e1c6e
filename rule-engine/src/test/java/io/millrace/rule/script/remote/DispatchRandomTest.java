// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.remote.Dispatch.Batch;
import io.millrace.rule.script.remote.Dispatch.Death;
import io.millrace.rule.script.remote.Dispatch.Ended;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many random calls, answers, hangs and deaths: each call ends exactly once, the calls of an originator are first sent
 * in their order, and nothing is left behind. The seed is in the name of the test.
 */
class DispatchRandomTest {

    private static final int STEPS = 20_000;

    private record Who(int tenant, int originator) {}

    private final List<Worker> workers = new ArrayList<>();
    private final List<Ended> answered = new ArrayList<>();
    private final Map<Integer, Who> originators = new HashMap<>();
    private final Map<Who, Integer> lastSent = new HashMap<>();
    private final Set<Integer> sent = new HashSet<>();
    private final Set<Integer> open = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private final RemoteProgram program =
            new RemoteProgram(-1, "return true;", ArgumentNames.MESSAGE);
    private long now;
    private int offered;

    static List<Long> seeds() {
        return new Random().longs(10).boxed().toList();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void answersEveryCallOnceAndSendsThemInOrder(long seed) {
        Random random = new Random(seed);
        Dispatch dispatch =
                new Dispatch(
                        20 + random.nextInt(200),
                        WorkerSettings.defaults()
                                .withSpare(random.nextBoolean())
                                .withOwnProcesses(random.nextInt(3)));
        int deadly = random.nextInt(20);
        for (int step = 0; step < STEPS; step++) {
            now += random.nextLong(Duration.ofMillis(200).toNanos());
            int choice = random.nextInt(1000);
            if (choice < deadly) {
                kill(dispatch, random);
            } else if (choice < 400) {
                offer(dispatch, random);
            } else if (choice < 700) {
                move(dispatch, random);
            } else {
                answer(dispatch, random);
            }
        }
        finish(dispatch, random);

        assertThat(violations).isEmpty();
        assertThat(open).isEmpty();
        assertThat(dispatch.isQuiet()).isTrue();
        assertThat(dispatch.hasNoBytes()).isTrue();
    }

    private void offer(Dispatch dispatch, Random random) {
        Who who = new Who(random.nextInt(4), random.nextInt(5));
        int number = offered++;
        RemoteCall<Boolean> call =
                new RemoteCall<>(
                        number,
                        program,
                        new Strikes(() -> now),
                        message(who, random),
                        JavaScriptFunction.FILTER,
                        Boolean::valueOf);
        if (dispatch.offer(call, now) == null) {
            open.add(number);
            originators.put(number, who);
            call.result().whenComplete((_, _) -> ended(number));
        }
    }

    private void ended(int number) {
        if (!open.remove(number)) {
            violations.add("call %d ended twice".formatted(number));
        }
    }

    /** Those that run again after a death may be in another order. */
    private void sent(ToWorker frame) {
        if (frame instanceof ToWorker.Call call && sent.add((int) call.id())) {
            int number = (int) call.id();
            Integer before = lastSent.put(originators.get(number), number);
            if (before != null && before > number) {
                violations.add("call %d was sent after call %d".formatted(number, before));
            }
        }
    }

    private void checkBounds() {
        Map<Who, Integer> underWay = new HashMap<>();
        for (Worker worker : workers) {
            for (long id : worker.sent().keySet()) {
                underWay.merge(originators.get((int) id), 1, Integer::sum);
            }
        }
        assertThat(underWay.values()).allMatch(calls -> calls <= Dispatch.CALLS_PER_ORIGINATOR);
    }

    private static RuleMessage message(Who who, Random random) {
        return RuleMessage.of(
                new TenantId(new UUID(1, who.tenant)),
                new EntityId(EntityType.DEVICE, new UUID(who.tenant, who.originator)),
                "A",
                Metadata.EMPTY,
                Payload.ofText("\"" + "x".repeat(random.nextInt(90_000)) + "\""),
                0);
    }

    /** Starts, readies and feeds workers, and lets answered calls end. */
    private void move(Dispatch dispatch, Random random) {
        if (dispatch.stations().wantsWorker() && workers.stream().allMatch(Worker::isReady)) {
            Worker fresh = new Worker();
            workers.add(fresh);
            dispatch.stations().assign(fresh);
        }
        for (Worker worker : List.copyOf(workers)) {
            if (random.nextInt(3) == 0) {
                ready(dispatch, worker);
            }
            Batch batch = dispatch.take(worker, now);
            batch.frames().forEach(each -> sent(each.get()));
            checkBounds();
            answered.addAll(batch.ended());
        }
        for (Worker free : dispatch.stations().release(now)) {
            if (!dispatch.stations().keepAsSpare(free)) {
                free.die();
                workers.remove(free);
            }
        }
        while (!answered.isEmpty() && random.nextInt(5) > 0) {
            Ended one = answered.remove(random.nextInt(answered.size()));
            one.answer().run();
            dispatch.end(one.job());
        }
    }

    private void ready(Dispatch dispatch, Worker worker) {
        if (!worker.isReady()) {
            worker.becomeReady();
            if (worker.station() == null && !dispatch.stations().keepAsSpare(worker)) {
                worker.die();
                workers.remove(worker);
            }
        }
    }

    private void answer(Dispatch dispatch, Random random) {
        for (Worker worker : workers) {
            Job job = anyOf(worker, random);
            if (job != null) {
                FromWorker.Answer answer =
                        random.nextInt(10) > 0
                                ? new FromWorker.Result(job.id(), "true")
                                : new FromWorker.Failed(job.id(), FromWorker.Kind.ERROR, "it");
                Ended ended = dispatch.answered(worker, answer);
                assertThat(ended).isNotNull();
                answered.add(ended);
                assertThat(dispatch.answered(worker, answer)).isNull();
            }
        }
    }

    private static @Nullable Job anyOf(Worker worker, Random random) {
        List<Job> sent = List.copyOf(worker.sent().values());
        return sent.isEmpty() ? null : sent.get(random.nextInt(sent.size()));
    }

    private void kill(Dispatch dispatch, Random random) {
        if (workers.isEmpty()) {
            return;
        }
        Worker worker = workers.remove(random.nextInt(workers.size()));
        Job job = anyOf(worker, random);
        if (job != null && random.nextBoolean()) {
            answered.addAll(
                    dispatch.hangs(
                            worker,
                            new FromWorker.Hung(job.id(), FromWorker.Kind.TIMEOUT, "long"),
                            now));
        } else {
            if (job != null) {
                worker.note(new FromWorker.Alive(1, 1, List.of(job.id())));
            }
            answered.addAll(
                    dispatch.dies(worker, random.nextBoolean() ? Death.ENDED : Death.SILENT, now));
        }
        assertThat(worker.sent()).isEmpty();
    }

    private void finish(Dispatch dispatch, Random random) {
        for (int i = 0; i < 100_000 && !(open.isEmpty() && answered.isEmpty()); i++) {
            move(dispatch, random);
            answer(dispatch, random);
        }
        now += Duration.ofHours(1).toNanos();
        for (int i = 0; i < 100; i++) {
            move(dispatch, random);
        }
    }
}
