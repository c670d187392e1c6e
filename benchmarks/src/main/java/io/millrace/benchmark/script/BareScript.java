// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.script;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import io.millrace.rule.script.javascript.JavaScriptInstance;
import io.millrace.rule.script.javascript.JavaScriptLanguage;
import io.millrace.rule.script.javascript.JsonMessages;
import io.millrace.rule.script.language.ScriptInstance;
import io.millrace.rule.script.tbel.TbelLanguage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled script for one thread, as a thread of the pool uses it. */
sealed interface BareScript extends AutoCloseable {

    static BareScript compile(ScriptLanguage language, String body) {
        ScriptSettings settings = ScriptSettings.defaults();
        return switch (language) {
            case TBEL ->
                    new Tbel(
                            (ScriptInstance)
                                    new TbelLanguage(settings)
                                            .compile(body, ArgumentNames.MESSAGE)
                                            .instantiate());
            case JS ->
                    new JavaScript(
                            (JavaScriptInstance)
                                    new JavaScriptLanguage(settings.maxResult())
                                            .program(body, ArgumentNames.MESSAGE)
                                            .instantiate());
        };
    }

    boolean filter(RuleMessage message);

    List<RuleMessage> transform(RuleMessage message);

    @Override
    void close();

    /** In TBEL. */
    record Tbel(ScriptInstance instance) implements BareScript {

        @Override
        public boolean filter(RuleMessage message) {
            return instance.filter(message);
        }

        @Override
        public List<RuleMessage> transform(RuleMessage message) {
            return instance.transform(message);
        }

        @Override
        public void close() {
            instance.close();
        }
    }

    /** In JavaScript, in this process. */
    record JavaScript(JavaScriptInstance instance) implements BareScript {

        /** The service sends it as text. */
        private static final String METADATA =
                "{\"deviceName\":\"Boiler\",\"deviceType\":\"default\",\"ts\":\"1700000000000\"}";

        @Override
        public boolean filter(RuleMessage message) {
            return Boolean.parseBoolean(call(JavaScriptFunction.FILTER, message));
        }

        @Override
        public List<RuleMessage> transform(RuleMessage message) {
            return JsonMessages.all(call(JavaScriptFunction.JSON, message), message);
        }

        private @Nullable String call(JavaScriptFunction function, RuleMessage message) {
            return instance.call(function, message.payload().text(), METADATA, message.type());
        }

        @Override
        public void close() {
            instance.close();
        }
    }
}
