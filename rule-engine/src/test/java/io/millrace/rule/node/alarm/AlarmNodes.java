// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.memory.InMemoryAlarmStore;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the nodes for alarms need in a test, in memory. */
final class AlarmNodes {

    static final long NOW = NodeTester.TS + 1_000;

    final InMemoryAlarmStore alarms = new InMemoryAlarmStore();
    final InMemoryEntityStore entities = new InMemoryEntityStore();
    final List<RuleMessage> submitted = new ArrayList<>();
    final List<RuleMessage> scripted = new ArrayList<>();
    Object answer = JsonMapper.shared().createObjectNode();
    @Nullable RuntimeException refusal;

    final AlarmPorts ports =
            new AlarmPorts(
                    new FakeScripts(this::run),
                    alarms,
                    entities,
                    this::submit,
                    Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));

    private Object run(RuleMessage message) {
        if (scripted.isEmpty() || scripted.getLast() != message) {
            scripted.add(message);
        }
        return answer;
    }

    private CompletionStage<Void> submit(RuleMessage message) {
        if (refusal != null) {
            return CompletableFuture.failedStage(refusal);
        }
        submitted.add(message);
        return CompletableFuture.completedStage(null);
    }

    void addDevice(String name, String fields) {
        entities.put(
                NodeTester.TENANT,
                new EntityStore.Entity(
                        NodeTester.DEVICE.entity(),
                        name,
                        null,
                        (ObjectNode) JsonMapper.shared().readTree(fields)));
    }
}
