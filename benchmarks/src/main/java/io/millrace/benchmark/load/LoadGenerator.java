// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.net.ConnectException;

/** Puts a running server under load and reports the results. {@link Options} lists the options. */
public final class LoadGenerator {

    private static final int DONE = 0;
    private static final int LOST = 1;
    private static final int FAILED = 2;

    private LoadGenerator() {}

    /** Exits with status 0; with 1 if acknowledged readings were lost; with 2 if the run failed. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String... arguments) {
        try {
            Options options = Options.parse(arguments);
            return run(options);
        } catch (LoadException e) {
            System.err.println(e.getMessage());
        } catch (InterruptedException _) {
            System.err.println("The run was interrupted.");
        }
        return FAILED;
    }

    private static int run(Options options) throws InterruptedException {
        try {
            LoadResult result = new LoadRun(options, System.out).run();
            new Report(options, System.out).print(result);
            return result.account().lost() == 0 ? DONE : LOST;
        } catch (ConnectException _) {
            throw options.server().isAbsent();
        } catch (IOException e) {
            throw new LoadException("The run failed: " + e);
        }
    }
}
