// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The lines that the console shows after a successful start: addresses and accounts for the first steps. */
final class StartBanner {

    private final List<StartNotice> notices;
    private final PrintStream console;

    StartBanner(List<StartNotice> notices, PrintStream console) {
        this.notices = notices;
        this.console = console;
    }

    /** Prints all lines with one call, so that no log line appears between them. */
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
