// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.script;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptLanguage;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import io.millrace.rule.script.tbel.TbelLanguage;
import java.util.List;

/** A compiled script for one thread, as a thread of the pool uses it. */
final class BareScript implements AutoCloseable {

    private final ScriptInstance instance;

    private BareScript(ScriptInstance instance) {
        this.instance = instance;
    }

    static BareScript compile(ScriptLanguage language, String body) {
        ScriptSettings settings = ScriptSettings.defaults();
        Program program =
                switch (language) {
                    case TBEL -> new TbelLanguage(settings).compile(body, ArgumentNames.MESSAGE);
                    case JS ->
                            new JavaScriptLanguage(settings).compile(body, ArgumentNames.MESSAGE);
                };
        return new BareScript(program.instantiate());
    }

    boolean filter(RuleMessage message) {
        return instance.filter(message);
    }

    List<RuleMessage> transform(RuleMessage message) {
        return instance.transform(message);
    }

    @Override
    public void close() {
        instance.close();
    }
}
