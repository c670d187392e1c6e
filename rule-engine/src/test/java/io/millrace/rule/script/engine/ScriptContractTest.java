// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.only;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptLanguage;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The common behaviour of both languages. The scripts are valid in both. */
class ScriptContractTest {

    private static final ScriptEngines engines = ScriptCalls.engines(ScriptCalls.patient());

    @AfterAll
    static void close() {
        engines.close();
    }

    private static Script script(ScriptLanguage language, String body) {
        return engines.compile(language, body);
    }

    @ParameterizedTest
    @EnumSource
    void filtersByTheValueOfABoolean(ScriptLanguage language) {
        Script script = script(language, "return msg.temperature > 20;");

        assertThat(await(script.filter(telemetry()))).isTrue();
        assertThat(await(script.filter(message("{\"temperature\":20}")))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void givesMetadataAndTypeToTheScript(ScriptLanguage language) {
        Script script = script(language, "return metadata.deviceName + ' ' + msgType;");

        assertThat(await(script.text(telemetry()))).isEqualTo("d1 POST_TELEMETRY_REQUEST");
    }

    @ParameterizedTest
    @EnumSource
    void failsAFilterThatReturnsNoBoolean(ScriptLanguage language) {
        for (String body :
                List.of(
                        "return 1;",
                        "return 'true';",
                        "return null;",
                        "return [true];",
                        "msg.x = 1;")) {
            assertFails(script(language, body).filter(telemetry()))
                    .hasMessageStartingWith("expected a boolean");
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesOneLabelOrSeveral(ScriptLanguage language) {
        assertThat(await(script(language, "return 'a b';").labels(telemetry())))
                .containsExactly("a b");
        assertThat(await(script(language, "return ['b', 'a', 'b'];").labels(telemetry())))
                .containsExactly("b", "a");
        assertThat(await(script(language, "return [];").labels(telemetry()))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void failsASwitchThatReturnsSomethingElse(ScriptLanguage language) {
        for (String body :
                List.of("return 1;", "return null;", "return ['a', 1];", "return true;")) {
            assertFails(script(language, body).labels(telemetry()))
                    .hasMessageStartingWith("expected a");
        }
    }

    @ParameterizedTest
    @EnumSource
    void transformsPayloadMetadataAndType(ScriptLanguage language) {
        RuleMessage before = telemetry();
        Script script =
                script(
                        language,
                        "msg.sum = msg.temperature + 5; metadata.floor = 3; metadata.open = msg.open;"
                                + " return {msg: msg, metadata: metadata, msgType: 'OWN'};");

        RuleMessage after = only(await(script.transform(before)));

        assertThat(after.payload().text())
                .isEqualTo(
                        "{\"temperature\":25,\"humidity\":40.5,\"name\":\"hall\",\"open\":true,"
                                + "\"list\":[1,2,{\"a\":3}],\"sum\":30}");
        assertThat(after.metadata())
                .isEqualTo(
                        Metadata.of(
                                "deviceName",
                                "d1",
                                "deviceType",
                                "thermometer",
                                "floor",
                                "3",
                                "open",
                                "true"));
        assertThat(after)
                .isEqualTo(
                        before.withPayload(after.payload())
                                .withMetadata(after.metadata())
                                .withType("OWN"));
    }

    @ParameterizedTest
    @EnumSource
    void keepsWhatTheResultLeavesOut(ScriptLanguage language) {
        RuleMessage before = telemetry();

        assertThat(only(await(script(language, "return {'other': 1};").transform(before))))
                .isEqualTo(before);
        assertThat(only(await(script(language, "return {msgType: ''};").transform(before))))
                .isEqualTo(before);
        assertThat(only(await(script(language, "return {metadata: null};").transform(before))))
                .isEqualTo(before);
        assertThat(only(await(script(language, "return {msgType: null};").transform(before))))
                .isEqualTo(before);
        assertThat(only(await(script(language, "return {msg: 'x'};").transform(before))))
                .isEqualTo(before.withPayload(Payload.ofText("\"x\"")));
    }

    @ParameterizedTest
    @EnumSource
    void sharesThePayloadThatDoesNotChange(ScriptLanguage language) {
        RuleMessage before = telemetry();

        RuleMessage after =
                only(await(script(language, "return {msgType: 'OWN'};").transform(before)));

        assertThat(after.payload()).isSameAs(before.payload());
    }

    @ParameterizedTest
    @EnumSource
    void replacesMetadataAndDropsNulls(ScriptLanguage language) {
        Script script =
                script(language, "return {metadata: {'a': 5, 'b': 0.5, 'c': null, 'd': true}};");

        assertThat(only(await(script.transform(telemetry()))).metadata())
                .isEqualTo(Metadata.of("a", "5", "b", "0.5", "d", "true"));
    }

    @ParameterizedTest
    @EnumSource
    void makesSeveralMessagesOfOne(ScriptLanguage language) {
        RuleMessage before = telemetry();

        List<RuleMessage> after =
                await(
                        script(
                                        language,
                                        "return [{msg: 1}, {msgType: 'T'}, {metadata: {'k': 'v'}}];")
                                .transform(before));

        assertThat(after)
                .containsExactly(
                        before.withPayload(Payload.ofText("1")),
                        before.withType("T"),
                        before.withMetadata(Metadata.of("k", "v")));
    }

    @ParameterizedTest
    @EnumSource
    void failsATransformationThatReturnsNoMessage(ScriptLanguage language) {
        for (String body :
                List.of(
                        "return [];",
                        "return null;",
                        "return 5;",
                        "return 'x';",
                        "return {metadata: 5};")) {
            assertFails(script(language, body).transform(telemetry()))
                    .hasMessageContaining("expected");
        }
    }

    @ParameterizedTest
    @EnumSource
    void neverChangesTheMessageThatWentIn(ScriptLanguage language) {
        RuleMessage message = telemetry();
        message.payload().json();

        await(
                script(
                                language,
                                "msg.temperature = 0; msg.list[2].a = 0; metadata.deviceName = 'x'; return {};")
                        .transform(message));

        assertThat(message.payload().json()).isEqualTo(telemetry().payload().json());
        assertThat(message.metadata()).isEqualTo(telemetry().metadata());
    }

    @ParameterizedTest
    @EnumSource
    void keepsIntegersIntegers(ScriptLanguage language) {
        Script script = script(language, "return {msg: {'a': msg.a, 'b': msg.a + 1, 'c': 0.5}};");

        assertThat(only(await(script.transform(message("{\"a\":5}")))).payload().text())
                .isEqualTo("{\"a\":5,\"b\":6,\"c\":0.5}");
    }

    @ParameterizedTest
    @EnumSource
    void takesAnyJsonAsPayload(ScriptLanguage language) {
        Script script = script(language, "return {msg: [msg]};");

        for (String payload :
                List.of("5", "\"x\"", "true", "null", "[1,[2]]", "{\"a\":{\"b\":[]}}")) {
            assertThat(only(await(script.transform(message(payload)))).payload().text())
                    .isEqualTo("[" + payload + "]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsWhereThePayloadIsNoJson(ScriptLanguage language) {
        Script script = script(language, "return true;");

        for (String payload : List.of("", "{", "hello", "{}]")) {
            assertFails(script.filter(message(payload)))
                    .hasMessageContaining("the payload is not JSON");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsLineAndColumnOfAnError(ScriptLanguage language) {
        assertFails(script(language, "var x = 1;\nreturn missing > x;").filter(telemetry()))
                .hasMessageContaining("missing")
                .hasMessageContaining("line 2, column 8");
        assertFails(script(language, "return missing > 1;").filter(telemetry()))
                .hasMessageContaining("line 1, column 8");
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatDoesNotCompileAndSaysWhere(ScriptLanguage language) {
        assertThatThrownBy(() -> script(language, "var x = 1;\nreturn (x + ;"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("line 2");
    }

    @ParameterizedTest
    @EnumSource
    void refusesBlankAndOverlongScripts(ScriptLanguage language) {
        assertThatThrownBy(() -> script(language, " \n"))
                .isInstanceOf(InvalidConfigurationException.class);
        assertThatThrownBy(() -> script(language, "return '" + "x".repeat(50_000) + "'"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("50000");
    }

    @ParameterizedTest
    @EnumSource
    void limitsArgumentsAndResults(ScriptLanguage language) {
        assertFails(
                        script(language, "return true;")
                                .filter(message("\"" + "x".repeat(100_000) + "\"")))
                .hasMessageContaining("100000");
        Script doubling =
                script(
                        language,
                        "var s = 'x'; for (var i = 0; i < 20; i++) { s = s + s; } return {msg: s};");
        assertFails(doubling.transform(telemetry())).hasMessageContaining("300000");
    }

    @ParameterizedTest
    @EnumSource
    void failsWhenItHasBeenClosed(ScriptLanguage language) {
        Script script = script(language, "return true;");
        await(script.filter(telemetry()));

        script.close();

        assertFails(script.filter(telemetry())).hasMessageContaining("closed");
    }

    @ParameterizedTest
    @EnumSource
    void generatesAMessageOfTheOneBefore(ScriptLanguage language) {
        RuleMessage before = telemetry();
        Script script =
                engines.compile(
                        language,
                        "return {msg: prevMsg.temperature + 1, metadata: prevMetadata, msgType: prevMsgType + '2'};",
                        ArgumentNames.PREVIOUS);

        assertThat(await(script.generate(before)))
                .isEqualTo(
                        before.withPayload(Payload.ofText("26"))
                                .withType("POST_TELEMETRY_REQUEST2"));
        assertThat(await(script(language, "return {'other': 1};").generate(before)))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void failsAGeneratorThatReturnsNoObject(ScriptLanguage language) {
        for (String body : List.of("return null;", "return [{msg: 1}];", "return 5;")) {
            assertFails(script(language, body).generate(telemetry()))
                    .hasMessageContaining("expected a")
                    .hasMessageContaining("got");
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesAnyValueForJson(ScriptLanguage language) {
        assertThat(
                        await(
                                script(language, "return {'a': [msg.temperature, 'x']};")
                                        .json(telemetry())))
                .hasToString("{\"a\":[25,\"x\"]}");
        assertThat(await(script(language, "return null;").json(telemetry())).isNull()).isTrue();
        assertThat(await(script(language, "return 'x';").json(telemetry()))).hasToString("\"x\"");
    }

    @ParameterizedTest
    @EnumSource
    void takesOnlyIdentifiersForTheNamesOfArguments(ScriptLanguage language) {
        assertThatThrownBy(() -> new ArgumentNames("a", "b", "c) { } //"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("argNames: expected the names of variables");
        assertThatThrownBy(() -> new ArgumentNames("a", "b", "a"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("argNames: expected different names");
        Script script =
                engines.compile(
                        language,
                        "return $a + _b.deviceName + c;",
                        new ArgumentNames("$a", "_b", "c"));
        assertThat(await(script.text(message("\"x\"")))).isEqualTo("xd1POST_TELEMETRY_REQUEST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "JS   | function f(a) {\\n  return a.none.x;\\n}\\nreturn f(msg); | line 2, column 10",
                "TBEL | function f(a) {\\n  return a.none.x;\\n}\\nreturn f(msg); | line 2, column 10",
                "JS   | if (msg.open) {\\n    msg.name.none();\\n} | line 2, column 5",
                "TBEL | if (msg.open) {\\n    msg.name.none();\\n} | line 2, column 5",
                "JS   | var x = 1;\\nthrow new Error('own'); | own (line 2, column 7)",
                "TBEL | var x = 1;\\nraiseError('own'); | own (line 2, column 1)",
                "TBEL | var x = 1;\\nreturn toFixed('x', 1); | line 2, column 8",
                "TBEL | for (var i = 0; i < 3; i++) {\\n  msg.x = parseInt('zz', 10);\\n} | line 2, column 11",
            })
    void tellsLineAndColumnWhereverTheErrorIs(ScriptLanguage language, String body, String place) {
        Script script = script(language, body.replace("\\n", "\n"));

        // Compiled forms change with the first calls.
        for (int i = 0; i < 3; i++) {
            assertFails(script.filter(telemetry())).hasMessageContaining(place);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "JS   | var x = 1;\\nlet y = ; | line 2, column 9",
                "TBEL | var x = 1;\\nreturn (1 + ; | line 2, column 8",
                "JS   | return 1 +; | line 1, column 11",
                "TBEL | return 'abc | line 1, column 12",
            })
    void tellsLineAndColumnOfWhatDoesNotCompile(
            ScriptLanguage language, String body, String place) {
        assertThatThrownBy(() -> script(language, body.replace("\\n", "\n")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining(place);
    }

    @ParameterizedTest
    @EnumSource
    void givesNothingOfOneTenantsScriptToAnothers(ScriptLanguage language) {
        try (ScriptEngines oneThread = ScriptCalls.engines(ScriptCalls.patient().withThreads(1))) {
            String body =
                    "var n = [1, [2], {'a': 3}]; n[0] = n[0] + 1; n[1][0] = n[1][0] + 1; n[2].a = n[2].a + 1;"
                            + " left = n[0]; return n[0] + ',' + n[1][0] + ',' + n[2].a;";
            Script one = oneThread.compile(language, body);
            Script same = oneThread.compile(language, body);
            Script other = oneThread.compile(language, "return left;");

            for (int i = 0; i < 3; i++) {
                assertThat(await(one.text(telemetry()))).isEqualTo("2,3,4");
                assertThat(await(same.text(telemetry()))).isEqualTo("2,3,4");
                assertFails(other.text(telemetry())).hasMessageContaining("left");
            }
        }
    }
}
