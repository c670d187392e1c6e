// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.engine.ScriptEngines;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An engine for the TBEL scripts of one test class. */
public final class TbelExpressions implements AfterAllCallback {

    private final ScriptEngines engines = new ScriptEngines(ScriptCalls.patient().withThreads(1));

    public Script script(String body) {
        return engines.compile(ScriptLanguage.TBEL, body);
    }

    /**
     * Checks what a script returns.
     *
     * @param expected the text of the result, null where it is empty, or after {@code !} a part of the error
     */
    public void assertReturns(String expression, @Nullable String expected) {
        assertReturns(telemetry(), expression, expected);
    }

    /** Does the same for a message. */
    public void assertReturns(RuleMessage message, String expression, @Nullable String expected) {
        assertBodyReturns(message, "return " + expression, expected);
    }

    /** Does the same for the body of a script. */
    public void assertBodyReturns(RuleMessage message, String body, @Nullable String expected) {
        String result = expected == null ? "" : expected;
        Script script = script(body);

        // Compiled forms change with the first calls.
        for (int i = 0; i < 3; i++) {
            if (result.startsWith("!")) {
                assertFails(script.text(message))
                        .hasMessageContaining(result.substring(1).strip())
                        .hasMessageContaining("line 1");
            } else {
                assertThat(await(script.text(message))).isEqualTo(result);
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        engines.close();
    }
}
