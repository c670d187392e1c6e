// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.rule.node.InvalidConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of the nodes that run a script. The script in the other language is stored but not used.
 *
 * @param scriptLang the chosen language, or null as in old exports: JavaScript
 * @param jsScript body of a function in JavaScript, or null
 * @param tbelScript body of a function in TBEL, or null
 */
public record ScriptConfiguration(
        @JsonPropertyDescription("Language of the script that runs; JavaScript if it is not set.")
                @Nullable ScriptLanguage scriptLang,
        @JsonPropertyDescription(
                        "Body of a function in JavaScript; stored but not used if the language is TBEL.")
                @Nullable String jsScript,
        @JsonPropertyDescription(
                        "Body of a function in TBEL; stored but not used if the language is JavaScript.")
                @Nullable String tbelScript) {

    /** Returns a configuration with the same body in both languages; TBEL is chosen. */
    public static ScriptConfiguration ofBoth(String body) {
        return new ScriptConfiguration(ScriptLanguage.TBEL, body, body);
    }

    /**
     * Compiles the chosen script.
     *
     * @throws InvalidConfigurationException if it is missing or does not compile
     */
    public Script compile(Scripts scripts) {
        return switch (language()) {
            case JS -> compile(scripts, ScriptLanguage.JS, "jsScript", jsScript);
            case TBEL -> compile(scripts, ScriptLanguage.TBEL, "tbelScript", tbelScript);
        };
    }

    /**
     * Compiles the script in a field of a configuration.
     *
     * @throws InvalidConfigurationException if it is missing or does not compile, with the name of the field
     */
    public static Script compile(
            Scripts scripts, ScriptLanguage language, String field, @Nullable String body) {
        return compile(scripts, language, field, body, ArgumentNames.MESSAGE);
    }

    /**
     * Compiles a script with other names of its arguments.
     *
     * @throws InvalidConfigurationException as in the other method
     */
    public static Script compile(
            Scripts scripts,
            ScriptLanguage language,
            String field,
            @Nullable String body,
            ArgumentNames names) {
        try {
            return scripts.compile(language, present(field, body), names);
        } catch (InvalidConfigurationException e) {
            throw new InvalidConfigurationException(
                    String.valueOf(e.getMessage()).replaceFirst("^script: ", field + ": "), e);
        }
    }

    /** True if the chosen script is the given text. */
    public boolean chosenScriptIs(String body) {
        return body.equals(language() == ScriptLanguage.JS ? jsScript : tbelScript);
    }

    private ScriptLanguage language() {
        return scriptLang == null ? ScriptLanguage.JS : scriptLang;
    }

    private static String present(String field, @Nullable String body) {
        if (body == null || body.isBlank()) {
            throw new InvalidConfigurationException(
                    "%s: expected a script; it is blank".formatted(field));
        }
        return body;
    }
}
