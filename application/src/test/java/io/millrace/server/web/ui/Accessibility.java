// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;

/** Checks pages by axe-core: WCAG 2.2, levels A and AA, and its best practices. */
final class Accessibility {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A line for each element that breaks a rule. */
    private static final String FINDINGS =
            """
            async () => (await axe.run()).violations.flatMap(({ id, help, nodes }) =>
              nodes.map(({ target, failureSummary }) =>
                `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replaceAll(/\\s+/g, ' ')}`))
            """;

    private static final class Axe {

        static final String SCRIPT = read();

        private static String read() {
            try {
                return Files.readString(
                        Chromium.webSources().resolve("node_modules/axe-core/axe.min.js"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Accessibility() {}

    /** Fails if findings stay: a page that is just changing its colours may be measured half changed. */
    static void assertNoFindings(String name, Page page) {
        page.evaluate(Axe.SCRIPT);
        await().pollInSameThread()
                .atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat((Iterable<?>) page.evaluate(FINDINGS))
                                .as("axe: %s", name)
                                .isEmpty());
    }
}
