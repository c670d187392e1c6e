// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FatalErrorsTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final List<Integer> exits = new ArrayList<>();
    private final FatalErrors handler =
            new FatalErrors(new PrintStream(printed, true, StandardCharsets.UTF_8), exits::add);

    @Test
    void anErrorOfAThreadEndsTheProcessWithALineThatNamesBoth() throws InterruptedException {
        run(() -> {
            throw new OutOfMemoryError("no space");
        });

        assertThat(exits).containsExactly(FatalErrors.STATUS);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines().findFirst())
                .hasValue(
                        "Millrace exits with status 70: thread critical ended with java.lang.OutOfMemoryError: no space.");
    }

    @Test
    void theProcessEndsAlthoughTheLineCannotBePrinted() throws InterruptedException {
        run(() -> {
            throw new Error() {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                    throw new OutOfMemoryError();
                }
            };
        });

        assertThat(exits).containsExactly(FatalErrors.STATUS);
    }

    @Test
    void anExceptionOfAThreadDoesNotEndTheProcess() throws InterruptedException {
        run(() -> {
            throw new IllegalStateException("unexpected");
        });

        assertThat(exits).isEmpty();
    }

    private void run(Runnable work) throws InterruptedException {
        Thread thread = Thread.ofPlatform().name("critical").unstarted(work);
        thread.setUncaughtExceptionHandler(handler);
        thread.start();
        thread.join();
    }
}
