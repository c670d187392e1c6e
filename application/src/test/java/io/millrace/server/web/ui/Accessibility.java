// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** Checks pages by axe-core: WCAG 2.2, levels A and AA, and its best practices. */
final class Accessibility {

    /**
     * A line for each element that breaks a rule. The page is drawn before: one that has just changed its colours might be
     * measured half changed.
     */
    private static final String FINDINGS =
            """
            async () => {
              const drawn = () => new Promise(requestAnimationFrame);
              await drawn();
              await drawn();
              const { violations } = await axe.run({ resultTypes: ['violations'] });
              return violations.flatMap(({ id, help, nodes }) =>
                nodes.map(({ target, failureSummary }) =>
                  `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replaceAll(/\\s+/g, ' ')}`))
            }
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

    static void assertNoFindings(String name, Page page) {
        // A page keeps the script until it is loaded again.
        if (page.evaluate("'axe' in window").equals(false)) {
            page.evaluate(Axe.SCRIPT);
        }
        assertThat((Iterable<?>) page.evaluate(FINDINGS)).as("axe: %s", name).isEmpty();
    }
}
