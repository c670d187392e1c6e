// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import org.mvel2.CompileException;

/**
 * TBEL by ThingsBoard's own library, inside {@link TbelSandbox}. A script is compiled once to check it, and then once
 * for each thread that runs it, because a compiled script optimises itself while it runs and is not thread-safe.
 */
public final class TbelLanguage {

    private final ScriptSettings settings;

    public TbelLanguage(ScriptSettings settings) {
        this.settings = settings;
    }

    public Program compile(String body, ArgumentNames names) {
        TbelOperators operators = TbelSource.check(body);
        TbelText text = TbelMatchOperator.replaceIn(body);
        TbelErrors errors = new TbelErrors(text);
        try {
            Object _ = TbelSandbox.compile(text.text());
        } catch (CompileException e) {
            throw new InvalidConfigurationException("script: " + errors.describe(e), e);
        } catch (StackOverflowError e) {
            throw new InvalidConfigurationException("script: it is nested too deeply", e);
        } catch (RuntimeException e) {
            // For some errors in scripts the parser throws arbitrary exceptions.
            throw new InvalidConfigurationException("script: it does not compile: " + e, e);
        }
        boolean readsMetadata = body.contains(names.metadata());
        return new Program() {
            @Override
            public ScriptInstance instantiate() {
                return new TbelInstance(
                        TbelSandbox.compile(text.text()),
                        operators,
                        errors,
                        names,
                        readsMetadata,
                        settings);
            }
        };
    }
}
