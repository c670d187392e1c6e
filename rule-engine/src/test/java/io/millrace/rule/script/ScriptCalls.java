// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.rule.script.remote.WorkerCommand;
import io.millrace.rule.script.remote.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;

/** Scripts and messages for tests. */
public final class ScriptCalls {

    public static final String TELEMETRY =
            """
            {"temperature":25,"humidity":40.5,"name":"hall","open":true,"list":[1,2,{"a":3}]}\
            """;

    private ScriptCalls() {}

    /** Limits that no well-behaved script of a test meets on a busy machine. */
    public static ScriptSettings patient() {
        return ScriptSettings.defaults().withThreads(2).withTimePerCall(Duration.ofSeconds(20));
    }

    /** Engines that keep no spare process, which most tests do not need. */
    public static ScriptEngines engines(ScriptSettings settings) {
        return new ScriptEngines(
                settings, WorkerSettings.defaults().withSpare(false), quickStart());
    }

    /** Starts a process in half the time that both compilers take for it. */
    public static WorkerCommand quickStart() {
        return (mainClass, options) -> {
            List<String> quick = new ArrayList<>(options);
            quick.add("-XX:TieredStopAtLevel=1");
            return WorkerCommand.ofClassPath().of(mainClass, quick);
        };
    }

    public static TenantId tenant() {
        return new TenantId(UUID.randomUUID());
    }

    public static EntityId device() {
        return new EntityId(EntityType.DEVICE, UUID.randomUUID());
    }

    /** A message of a tenant and an originator of its own. */
    public static RuleMessage message(String payload) {
        return message(tenant(), device(), payload);
    }

    public static RuleMessage message(TenantId tenant, EntityId originator, String payload) {
        return RuleMessage.of(
                tenant,
                originator,
                "POST_TELEMETRY_REQUEST",
                Metadata.of("deviceName", "d1", "deviceType", "thermometer"),
                Payload.ofText(payload),
                1_700_000_000_000L);
    }

    public static RuleMessage telemetry() {
        return message(TELEMETRY);
    }

    public static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }

    public static RuleMessage only(List<RuleMessage> messages) {
        assertThat(messages).hasSize(1);
        return messages.getFirst();
    }

    public static AbstractThrowableAssert<?, ?> assertFails(CompletionStage<?> stage) {
        return assertThatThrownBy(() -> await(stage))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(ScriptException.class);
    }
}
