// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.rule.engine.NodeListener.OfType;
import io.millrace.rule.engine.NodeListener.Refusal;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NodeMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NodeMeters meters = new NodeMeters(registry);

    @Test
    void addsUpWhatAllNodesOfATypeDo() {
        OfType one = meters.ofType("external.rest-api-call");
        OfType another = meters.ofType("external.rest-api-call");
        meters.ofType("filter.script").answered(1, true);

        one.answered(2_000_000, false);
        another.answered(3_000_000, true);

        Timer time =
                registry.get("millrace.nodes.time").tag("type", "external.rest-api-call").timer();
        assertThat(time.count()).isEqualTo(2);
        assertThat(time.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(5);
        assertThat(count("millrace.nodes.failures", "type", "external.rest-api-call")).isEqualTo(1);
    }

    @Test
    void tellsForWhatReasonMessagesWereRefused() {
        OfType nodes = meters.ofType("filter.script");
        nodes.refused(Refusal.ROOM);
        nodes.refused(Refusal.BREAKER);
        nodes.refused(Refusal.BREAKER);

        assertThat(count("millrace.nodes.refused", "type", "filter.script", "reason", "room"))
                .isEqualTo(1);
        assertThat(count("millrace.nodes.refused", "type", "filter.script", "reason", "breaker"))
                .isEqualTo(2);
    }

    @Test
    void countsBreakersThatAreOpenNow() {
        meters.ofType("filter.script").breakerOpened();
        meters.ofType("external.rest-api-call").breakerOpened();
        meters.ofType("filter.script").breakerClosed();

        assertThat(registry.get("millrace.nodes.breakers.open").gauge().value()).isEqualTo(1);
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }
}
