// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Payload;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import io.millrace.rule.script.remote.WorkerCommand;
import io.millrace.rule.script.worker.frame.FrameReader;
import io.millrace.rule.script.worker.frame.FrameWriter;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The worker as a process, without the service. */
class ScriptWorkerTest {

    /** The system closes the pipe when the service is killed. */
    @Test
    void endsWithItsInputThoughAScriptNeverEnds() throws Exception {
        Process worker =
                new ProcessBuilder(
                                WorkerCommand.ofClassPath()
                                        .of(
                                                ScriptWorker.class.getName(),
                                                List.of("-XX:+DisplayVMOutputToStderr")))
                        .redirectError(Redirect.DISCARD)
                        .start();
        try {
            FrameReader<FromWorker> answers = FrameReader.inService(worker.getInputStream());
            FrameWriter frames = new FrameWriter();
            frames.add(
                    new ToWorker.Settings(
                            ScriptSettings.defaults().withTimePerCall(Duration.ofHours(1))));
            frames.add(
                    new ToWorker.Define(
                            1,
                            "function f() { try { f(); } finally { f(); } } f();",
                            ArgumentNames.MESSAGE));
            frames.add(
                    new ToWorker.Call(
                            2,
                            1,
                            JavaScriptFunction.JSON,
                            ScriptCalls.tenant(),
                            ScriptCalls.device(),
                            Payload.EMPTY_OBJECT,
                            "{}",
                            "A"));
            frames.writeTo(worker.getOutputStream());
            FromWorker frame = answers.next();
            assertThat(frame).isEqualTo(new FromWorker.Ready());
            while (!(frame instanceof FromWorker.Alive alive && alive.running() == 1)) {
                frame = answers.next();
            }

            worker.getOutputStream().close();

            assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.exitValue()).isZero();
        } finally {
            worker.destroyForcibly();
        }
    }
}
