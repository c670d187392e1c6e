// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The page whose figures the command writes. A section's figures are between two comments with its name.
 *
 * @param file the page
 */
record PerformancePage(Path file) {

    static PerformancePage in(Path docs) {
        return new PerformancePage(docs.resolve("performance.md"));
    }

    /**
     * Replaces the figures of a section.
     *
     * @throws LoadException if a marker is missing
     */
    void replace(String section, String figures) throws IOException {
        String page = read();
        int begin = endOf(page, begin(section), 0);
        int end = endOf(page, end(section), begin) - end(section).length();
        Files.writeString(
                file,
                page.substring(0, begin) + "\n\n" + figures.strip() + "\n\n" + page.substring(end));
    }

    /**
     * Checks that a section's figures have a place.
     *
     * @throws LoadException if a marker is missing
     */
    void requirePlaceOf(String section) throws IOException {
        String page = read();
        var _ = endOf(page, end(section), endOf(page, begin(section), 0));
    }

    private String read() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new LoadException("--docs: there is no file %s.".formatted(file));
        }
        return Files.readString(file);
    }

    private int endOf(String page, String marker, int from) {
        int at = page.indexOf(marker, from);
        if (at < 0) {
            throw new LoadException("%s: the marker %s is missing.".formatted(file, marker));
        }
        return at + marker.length();
    }

    private static String begin(String section) {
        return "<!-- figures: " + section + " -->";
    }

    private static String end(String section) {
        return "<!-- end of figures: " + section + " -->";
    }
}
