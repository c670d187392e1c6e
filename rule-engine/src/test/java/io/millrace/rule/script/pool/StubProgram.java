// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** A script as a function of the test; counts its open instances. */
final class StubProgram extends Program {

    private final BooleanSupplier filter;
    private final Runnable stop;
    private final AtomicInteger open = new AtomicInteger();

    /** @param stop what an instance does when it is stopped */
    StubProgram(BooleanSupplier filter, Runnable stop) {
        this.filter = filter;
        this.stop = stop;
    }

    /** A script that ignores a stop and ends when the test requests it. */
    static StubProgram endingWith(CompletableFuture<Void> release) {
        return new StubProgram(
                () -> {
                    release.join();
                    return true;
                },
                () -> {});
    }

    static StubProgram endingAtOnce() {
        return new StubProgram(() -> true, () -> {});
    }

    int open() {
        return open.get();
    }

    @Override
    public ScriptInstance instantiate() {
        open.incrementAndGet();
        return new ScriptInstance() {
            @Override
            public boolean filter(RuleMessage message) {
                return filter.getAsBoolean();
            }

            @Override
            public Set<String> labels(RuleMessage message) {
                return Set.of();
            }

            @Override
            public List<RuleMessage> transform(RuleMessage message) {
                return List.of(message);
            }

            @Override
            public RuleMessage generate(RuleMessage previous) {
                return previous;
            }

            @Override
            public JsonNode json(RuleMessage message) {
                return message.payload().json();
            }

            @Override
            public String text(RuleMessage message) {
                return "";
            }

            @Override
            public void stop() {
                stop.run();
            }

            @Override
            public boolean isReusable() {
                return true;
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }
}
