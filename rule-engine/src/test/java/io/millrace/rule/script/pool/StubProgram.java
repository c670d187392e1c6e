// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A script that ignores a stop and ends when the test requests it; counts its open instances. */
final class StubProgram extends Program {

    private final CompletableFuture<Void> release;
    private final AtomicInteger open = new AtomicInteger();

    StubProgram(CompletableFuture<Void> release) {
        this.release = release;
    }

    static StubProgram endingAtOnce() {
        return new StubProgram(CompletableFuture.completedFuture(null));
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
                release.join();
                return true;
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
            public void stop() {}

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
