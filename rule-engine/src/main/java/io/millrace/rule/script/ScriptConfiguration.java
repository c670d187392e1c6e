// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.rule.node.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the nodes that run a script. The script in the language that is not chosen is kept and not looked
 * at.
 *
 * @param scriptLang the chosen language, or null as in old exports: JavaScript
 * @param jsScript body of a function in JavaScript, or null
 * @param tbelScript body of a function in TBEL, or null
 */
public record ScriptConfiguration(
        @JsonPropertyDescription("Language of the script that runs; none: JavaScript.")
                @Nullable ScriptLanguage scriptLang,
        @JsonPropertyDescription(
                        "Body of a function in JavaScript; kept where the language is another.")
                @Nullable String jsScript,
        @JsonPropertyDescription("Body of a function in TBEL; kept where the language is another.")
                @Nullable String tbelScript) {

    /** A configuration that says the same in both languages; TBEL is chosen. */
    public static ScriptConfiguration ofBoth(String body) {
        return new ScriptConfiguration(ScriptLanguage.TBEL, body, body);
    }

    /**
     * Compiles the chosen script.
     *
     * @throws InvalidConfigurationException if there is none or it does not compile
     */
    public Script compile(Scripts scripts) {
        return switch (language()) {
            case JS -> compile(scripts, ScriptLanguage.JS, "jsScript", jsScript);
            case TBEL -> compile(scripts, ScriptLanguage.TBEL, "tbelScript", tbelScript);
        };
    }

    /** The compiler calls any text a script; the person who wrote it knows the field. */
    private static Script compile(
            Scripts scripts, ScriptLanguage language, String field, @Nullable String body) {
        try {
            return scripts.compile(language, present(field, body));
        } catch (InvalidConfigurationException e) {
            throw new InvalidConfigurationException(
                    String.valueOf(e.getMessage()).replaceFirst("^script: ", field + ": "), e);
        }
    }

    /** Whether the chosen script is the given text. */
    public boolean chosenScriptIs(String body) {
        return body.equals(language() == ScriptLanguage.JS ? jsScript : tbelScript);
    }

    private ScriptLanguage language() {
        return scriptLang == null ? ScriptLanguage.JS : scriptLang;
    }

    private static String present(String field, @Nullable String body) {
        if (body == null || body.isBlank()) {
            throw new InvalidConfigurationException(
                    "%s: expected a script, but it is blank".formatted(field));
        }
        return body;
    }
}
