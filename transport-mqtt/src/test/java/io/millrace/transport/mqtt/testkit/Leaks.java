// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Fails a test class during which a buffer leaked. */
public final class Leaks implements BeforeAllCallback, AfterAllCallback {

    private final Logger detector = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        reports.start();
        detector.addAppender(reports);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        System.gc();
        for (int i = 0; i < 100; i++) {
            // the detector reports lost buffers when it tracks a new one
            ByteBufAllocator.DEFAULT.buffer(16).release();
        }
        detector.detachAppender(reports);
        assertThat(reports.list)
                .as("lost buffers")
                .noneMatch(report -> report.getLevel() == Level.ERROR);
    }
}
