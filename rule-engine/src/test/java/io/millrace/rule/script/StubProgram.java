// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.RuleMessage;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A script that heeds no stop and ends when the test says so. */
final class StubProgram extends Program {

    private final CompletableFuture<Void> release;

    StubProgram(CompletableFuture<Void> release) {
        this.release = release;
    }

    @Override
    ScriptInstance instantiate() {
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
            public void close() {}
        };
    }
}
