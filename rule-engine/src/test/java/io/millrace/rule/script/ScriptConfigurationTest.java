// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.FakeScripts.Compiled;
import org.junit.jupiter.api.Test;

class ScriptConfigurationTest {

    private final FakeScripts scripts = FakeScripts.answering(true);

    @Test
    void compilesTheChosenLanguageAlone() {
        new ScriptConfiguration(ScriptLanguage.TBEL, "broken", "return true;").compile(scripts);

        assertThat(scripts.compiled())
                .containsExactly(new Compiled(ScriptLanguage.TBEL, "return true;"));
    }

    @Test
    void takesJavaScriptWhereNoLanguageIsChosen() {
        new ScriptConfiguration(null, "return 1;", null).compile(scripts);

        assertThat(scripts.compiled())
                .containsExactly(new Compiled(ScriptLanguage.JS, "return 1;"));
    }

    @Test
    void refusesABlankScriptByItsField() {
        assertThatThrownBy(
                        () -> new ScriptConfiguration(ScriptLanguage.JS, " ", "x").compile(scripts))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("jsScript:");
        assertThatThrownBy(() ->
                        new ScriptConfiguration(ScriptLanguage.TBEL, "x", null).compile(scripts))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("tbelScript:");
    }
}
