// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.RuleMessage;
import java.util.List;

/**
 * A compiled script for one thread, as a thread of the pool uses it. In this package because the compiled form is
 * package-private.
 */
public final class BareScript implements AutoCloseable {

    private final ScriptInstance instance;

    private BareScript(ScriptInstance instance) {
        this.instance = instance;
    }

    public static BareScript compile(ScriptLanguage language, String body) {
        ScriptSettings settings = ScriptSettings.defaults();
        Program program =
                switch (language) {
                    case TBEL -> new TbelLanguage(settings).compile(body, ArgumentNames.MESSAGE);
                    case JS ->
                            new JavaScriptLanguage(settings).compile(body, ArgumentNames.MESSAGE);
                };
        return new BareScript(program.instantiate());
    }

    public boolean filter(RuleMessage message) {
        return instance.filter(message);
    }

    public List<RuleMessage> transform(RuleMessage message) {
        return instance.transform(message);
    }

    @Override
    public void close() {
        instance.close();
    }
}
