// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

/** Compiles scripts. */
public interface Scripts {

    /**
     * Compiles the body of a function of {@code msg}, {@code metadata} and {@code msgType}.
     *
     * @throws io.millrace.rule.node.InvalidConfigurationException as in the other method
     */
    default Script compile(ScriptLanguage language, String body) {
        return compile(language, body, ArgumentNames.MESSAGE);
    }

    /**
     * Compiles the body of a function.
     *
     * @throws io.millrace.rule.node.InvalidConfigurationException if it is blank, too long or does not compile; with
     *     line and column if the compiler reports them
     */
    Script compile(ScriptLanguage language, String body, ArgumentNames names);
}
