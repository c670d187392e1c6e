// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every wait of a test take a minute, unless it says otherwise: what a test waits for is a matter of milliseconds,
 * but two test JVMs, their servers and a browser share the cores. Registered for all tests, so that none can omit it.
 */
public final class PatientWaits implements BeforeAllCallback {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
