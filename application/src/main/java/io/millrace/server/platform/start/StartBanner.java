// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The closing lines of a start: everything that a person needs for the first steps. */
final class StartBanner {

    private final List<StartNotice> notices;
    private final PrintStream console;

    StartBanner(List<StartNotice> notices, PrintStream console) {
        this.notices = notices;
        this.console = console;
    }

    /** Prints the lines, in one piece, so that no log line comes between them. */
    void print() {
        Stream<String> parts =
                notices.stream()
                        .sorted(Comparator.comparing(StartNotice::section))
                        .flatMap(notice -> notice.lines().stream())
                        .map(line -> "  " + line);
        String text =
                String.join(
                        System.lineSeparator(),
                        Stream.concat(Stream.of("", "Millrace is ready."), parts).toList());
        console.println(text + System.lineSeparator());
        console.flush();
    }
}
