// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;

/**
 * Runs JavaScript for another process, which sends frames to the standard input and reads frames from the standard
 * output. The process ends when its input ends, and when a thread other than those of scripts fails, such as for lack
 * of memory.
 */
public final class ScriptWorker {

    private ScriptWorker() {}

    public static void main(String[] args) {
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        // Only frames may be written to the standard output.
        System.setOut(System.err);
        Thread.setDefaultUncaughtExceptionHandler((_, error) -> fail(error));
        try {
            new WorkerSession(new FileInputStream(FileDescriptor.in), out).run();
        } catch (Throwable e) {
            fail(e);
        }
        // Without the threads of scripts, which may never end.
        Runtime.getRuntime().halt(0);
    }

    private static void fail(Throwable error) {
        try {
            System.err.println("The process that runs JavaScript ends: " + error);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}
