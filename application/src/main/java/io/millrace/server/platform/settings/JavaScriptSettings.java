// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the processes that run JavaScript.
 *
 * @param heap {@code millrace.javascript.heap}: heap of each process
 * @param spare {@code millrace.javascript.spare}: whether a second process is kept ready to take over from one that is
 *     killed
 * @param ownProcesses {@code millrace.javascript.own-processes}: maximum number of tenants that have a process of their
 *     own for a while, because one of their scripts had to be killed
 */
@ConfigurationProperties("millrace.javascript")
public record JavaScriptSettings(DataSize heap, boolean spare, int ownProcesses) {

    private static final DataSize LEAST_HEAP = DataSize.ofMegabytes(64);
    private static final DataSize GREATEST_HEAP = DataSize.ofGigabytes(16);
    private static final int MOST_OWN_PROCESSES = 64;

    public JavaScriptSettings {
        if (heap.compareTo(LEAST_HEAP) < 0 || heap.compareTo(GREATEST_HEAP) > 0) {
            throw new IllegalArgumentException(
                    "millrace.javascript.heap must be from 64MB to 16GB, but is " + heap);
        }
        if (ownProcesses < 0 || ownProcesses > MOST_OWN_PROCESSES) {
            throw new IllegalArgumentException(
                    "millrace.javascript.own-processes must be from 0 to %d, but is %d"
                            .formatted(MOST_OWN_PROCESSES, ownProcesses));
        }
    }
}
