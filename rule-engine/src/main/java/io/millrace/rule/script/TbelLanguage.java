// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.rule.node.InvalidConfigurationException;
import org.mvel2.CompileException;

/**
 * TBEL by ThingsBoard's own library, inside {@link TbelSandbox}. Compiled once to see whether it compiles, then once
 * per thread that runs it: a compiled script optimises itself while it runs, and does so for one thread only.
 */
final class TbelLanguage {

    private final ScriptSettings settings;

    TbelLanguage(ScriptSettings settings) {
        this.settings = settings;
    }

    Program compile(String body, ArgumentNames names) {
        TbelSource.check(body);
        try {
            Object _ = TbelSandbox.compile(body);
        } catch (CompileException e) {
            throw new InvalidConfigurationException("script: " + TbelErrors.describe(e), e);
        } catch (StackOverflowError e) {
            throw new InvalidConfigurationException("script: it is nested too deeply", e);
        } catch (RuntimeException e) {
            // The parser meets some mistakes with whatever its code happens to throw.
            throw new InvalidConfigurationException("script: it does not compile: " + e, e);
        }
        return new Program() {
            @Override
            ScriptInstance instantiate() {
                return new TbelInstance(TbelSandbox.compile(body), names, settings);
            }
        };
    }
}
