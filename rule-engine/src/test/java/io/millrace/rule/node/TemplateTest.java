// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.RuleMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {

    private final RuleMessage message =
            NodeTester.message(
                    "T",
                    "{\"t\":22.5,\"n\":30,\"b\":true,\"s\":\"text\",\"z\":null,\"o\":{\"a\":{\"b\":42.0}},\"l\":[1,2],\"a.b\":1}",
                    "deviceName",
                    "boiler",
                    "a.b",
                    "dotted",
                    "nested",
                    "${deviceName} $[s]");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    plain                         | plain
                    ${deviceName}                 | boiler
                    x-${deviceName}-${deviceName} | x-boiler-boiler
                    ${a.b}                        | dotted
                    $[t]                          | 22.5
                    $[n]                          | 30
                    $[b]                          | true
                    $[s]                          | text
                    $[z]                          | null
                    $[o.a.b]                      | 42.0
                    $[*] 1                        | {"t":22.5,"n":30,"b":true,"s":"text","z":null,"o":{"a":{"b":42.0}},"l":[1,2],"a.b":1} 1
                    ${deviceName}/$[n]            | boiler/30
                    ${x $[n]}                     | ${x 30}
                    ${ ${deviceName}              | ${ boiler
                    """)
    void putsValuesInTheirPlaces(String template, String expected) {
        assertThat(Template.of(template).resolve(message)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${missing}",
                "$[missing]",
                "$[o]",
                "$[l]",
                "$[l[0]]",
                "$[a.b]",
                "$[o..b]",
                "$[]",
                "${}",
                "$[o.a.b.c]",
                "$[.o]",
                "${open",
                "$[open",
                "$",
                "$$",
                "{x}",
                ""
            })
    void leavesPlacesWithoutAValueAsTheyAre(String template) {
        assertThat(Template.of(template).resolve(message)).isEqualTo(template);
    }

    @Test
    void doesNotResolveWhatAValueBrings() {
        assertThat(Template.of("${nested}").resolve(message)).isEqualTo("${deviceName} $[s]");
    }

    @Test
    void writesAllMetadataAsJson() {
        RuleMessage two = NodeTester.message("T", "{}", "a", "1", "q", "\"");

        assertThat(Template.of("${*}").resolve(two)).isEqualTo("{\"a\":\"1\",\"q\":\"\\\"\"}");
        assertThat(Template.of("${*}").resolve(NodeTester.message("T", "{}"))).isEqualTo("{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1,2]", "5", "\"x\"", "null"})
    void knowsOnlyTheWholeOfAPayloadThatIsNoObject(String json) {
        assertThat(Template.of("$[*] $[a]").resolve(NodeTester.message("T", json)))
                .isEqualTo(json + " $[a]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not json", "{"})
    void needsNoPayloadWhereTheTemplateAsksForNone(String payload) {
        RuleMessage odd = NodeTester.message("T", payload, "k", "v");

        assertThat(Template.of("${k} ${*}").resolve(odd)).isEqualTo("v {\"k\":\"v\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not json", "{"})
    void failsOnAPayloadThatIsNotJsonWhereTheTemplateAsksForIt(String payload) {
        RuleMessage odd = NodeTester.message("T", payload);

        assertThatThrownBy(() -> Template.of("$[k]").resolve(odd))
                .isInstanceOf(MalformedPayloadException.class);
    }
}
