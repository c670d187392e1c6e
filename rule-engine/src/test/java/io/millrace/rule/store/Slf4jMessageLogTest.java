// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeTester;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class Slf4jMessageLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.rule.log");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final NodeIdentity node = NodeTester.identity("my log");
    private final RuleMessage message = NodeTester.telemetry("{}");

    @BeforeEach
    void listen() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(appender);
    }

    @Test
    void namesTenantChainNodeAndMessage() {
        new Slf4jMessageLog().write(node, message, "hot");

        assertThat(line())
                .contains(
                        node.tenant().toString(),
                        node.chain().toString(),
                        node.node().toString(),
                        "my log",
                        message.id().toString())
                .endsWith(": hot");
    }

    @Test
    void cutsALongText() {
        new Slf4jMessageLog().write(node, message, "x".repeat(100_000));

        assertThat(line().length()).isLessThan(10_000);
    }

    /** The one line about this test's message: tests that run beside this one may log too. */
    private String line() {
        List<String> lines =
                List.copyOf(appender.list).stream()
                        .map(ILoggingEvent::getFormattedMessage)
                        .filter(line -> line.contains(message.id().toString()))
                        .toList();
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }
}
