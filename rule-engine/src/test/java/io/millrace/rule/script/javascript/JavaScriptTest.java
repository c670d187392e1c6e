// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

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
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.rule.script.language.LimitExceededException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaScriptTest {

    /** One thread: consecutive calls of a script meet the same context. */
    private static final ScriptEngines engines =
            ScriptCalls.engines(ScriptCalls.patient().withThreads(1));

    @AfterAll
    static void close() {
        engines.close();
    }

    private static Script script(String body) {
        return engines.compile(ScriptLanguage.JS, body);
    }

    @Test
    void speaksTodaysLanguage() {
        Script script =
                script(
                        "const {temperature: t, ...rest} = msg; let keys = Object.keys(rest).map(k => k?.toUpperCase());"
                                + " return `${t} ${keys.join()} ${[3, 1, 2].toSorted().at(-1)} ${msg.none?.x ?? 'no'}`;");

        assertThat(await(script.text(telemetry()))).isEqualTo("25 HUMIDITY,NAME,OPEN,LIST 3 no");
    }

    @Test
    void givesPlainObjects() {
        Script script =
                script(
                        "return [Array.isArray(msg.list), msg.x === undefined, msg instanceof Object, JSON.stringify({...msg}),"
                                + " delete msg.name && 'name' in msg, [...msg.list].length, msg.hasOwnProperty('open')].join();");

        assertThat(await(script.text(message("{\"name\":1,\"list\":[1],\"open\":true}"))))
                .isEqualTo("true,true,true,{\"name\":1,\"list\":[1],\"open\":true},false,1,true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var seen = globalThis.left; globalThis.left = 1; return typeof seen;",
                "var seen = typeof left; left = 1; return seen;",
                "var seen = Array.prototype.left; Array.prototype.left = 1; return typeof seen;",
                "var seen = Object.left; Object.left = 1; return typeof seen;",
                "var seen = arguments.callee.left; arguments.callee.left = 1; return typeof seen;",
                "var seen = arguments.callee.prototype.left; arguments.callee.prototype.left = 1; return typeof seen;",
                "var p = Object.getPrototypeOf(function*(){}); var seen = p.left; p.left = 1; return typeof seen;",
                "var p = Object.getPrototypeOf([][Symbol.iterator]()); var seen = p.left; p.left = 1; return typeof seen;",
                "var seen = RegExp.$1; /(l)/.test('l'); return typeof seen;",
                "var seen = msg.left; msg.left = 1; metadata.left = 1; return typeof (seen || metadata.other);",
                "var seen = typeof left; (async function () { await null; left = 1; })(); return seen;",
                "var seen = typeof left; (async () => 1)().then(() => { globalThis.left = 1; }); return seen;",
                "var seen = typeof left; import('x').then(null, () => { globalThis.left = 1; }); return seen;",
                "function tag(strings) { return strings; } var s = tag`x`; var seen = s.left; s.left = 1; return typeof seen;",
                "class C { static left; } var seen = C.left; C.left = 1; return typeof seen;",
                "function f() {} var seen = f.left; f.left = 1; return typeof seen;",
                "var p = Iterator.prototype; var seen = p.left; p.left = 1; return typeof seen;",
                "var p = Object.getPrototypeOf(new Intl.DateTimeFormat()); var seen = p.left; p.left = 1; return typeof seen;",
            })
    void keepsNothingForTheNextCall(String body) {
        Script script = script(body);

        for (int i = 0; i < 3; i++) {
            assertThat(await(script.text(telemetry()))).isEqualTo("undefined");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var a = ['b']; a.toJSON = function () { globalThis.left = 1; return ['c']; }; return a;",
                "return new Proxy(['b'], {get: function (t, k) { globalThis.left = 1; return t[k]; }});",
            })
    void keepsNothingOfWhatLabelsDo(String body) {
        Script script = script("if (typeof left !== 'undefined') { return 'left'; } " + body);

        for (int i = 0; i < 3; i++) {
            assertThat(await(script.labels(telemetry()))).containsExactly("b");
        }
    }

    @Test
    void isMadeAnewAfterACallThatMayHavePutPrivateMembersOnSharedObjects() {
        try (JavaScriptLanguage language = new JavaScriptLanguage(1000);
                JavaScriptInstance stamps =
                        instance(
                                language,
                                "class C extends (function (o) { return o; }) { #left = msg; }"
                                        + " new C(Array.prototype); return 'done';");
                JavaScriptInstance plain = instance(language, "return 'done';")) {
            assertThat(textOf(stamps)).isEqualTo("=done");
            assertThat(stamps.isReusable()).isFalse();
            assertThat(textOf(plain)).isEqualTo("=done");
            assertThat(plain.isReusable()).isTrue();
        }
    }

    @Test
    void aStopJustBeforeTheCallEndsIt() {
        try (JavaScriptLanguage language = new JavaScriptLanguage(1000);
                JavaScriptInstance instance = instance(language, "return 'done';")) {
            instance.stop();

            assertThatThrownBy(() -> textOf(instance))
                    .isInstanceOf(LimitExceededException.class)
                    .hasMessage("the script was stopped");
        }
    }

    private static JavaScriptInstance instance(JavaScriptLanguage language, String body) {
        return (JavaScriptInstance) language.program(body, ArgumentNames.MESSAGE).instantiate();
    }

    private static @Nullable String textOf(JavaScriptInstance instance) {
        return instance.call(JavaScriptFunction.TEXT, "{}", "{}", "A");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Symbol.for", "Symbol.keyFor", "Array.fromAsync", "Intl.Segmenter"})
    void lacksWhatWouldKeepThingsBeyondACall(String name) {
        assertThat(await(script("return typeof " + name + ";").text(telemetry())))
                .isEqualTo("undefined");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Array.prototype.map = null; return typeof [].map;",
                "JSON.stringify = null; return typeof JSON.stringify;",
                "Math.max = null; return typeof Math.max;",
                "String.prototype.trim = null; return typeof ''.trim;",
            })
    void keepsItsLibraryWhole(String body) {
        assertThat(await(script(body).text(telemetry()))).isEqualTo("function");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Object.defineProperty(globalThis, 'left', {value: 1}); return '';",
                "Object.setPrototypeOf(globalThis, {left: 1}); return '';",
                "Object.preventExtensions(globalThis); return '';",
                "Object.setPrototypeOf((function () { return this; })(), {left: 1}); return '';",
                "var m = ({m() { return super.valueOf(); }}).m; Object.setPrototypeOf(m(), {left: 1}); return '';",
                "__proto__ = {left: 1}; return '';",
                "Object.setPrototypeOf(global\\u0054his, {left: 1}); return '';",
            })
    void failsAScriptThatLeavesWhatCannotBeRemovedAndForgetsIt(String body) {
        Script script =
                script(
                        "if (typeof left !== 'undefined') { return 'left'; } if (msg.clean) { return 'clean'; } "
                                + body);

        assertFails(script.text(telemetry())).hasMessageContaining("permanent trace");
        assertThat(await(script.text(message("{\"clean\":true}")))).isEqualTo("clean");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "valueOf()",
                "(0, Object.prototype.valueOf)()",
                "Object.prototype.valueOf.call(undefined)",
                "Reflect.apply(Object.prototype.valueOf, undefined, [])",
                "[].concat.call(undefined)[0]",
                "Array.prototype.reverse.call(undefined)",
                "toLocaleString.constructor.prototype.call.call(valueOf)",
                "[1].map(Object.prototype.valueOf)",
                "Array.from([1], valueOf)",
                "new Map([[1, 1]]).forEach(valueOf)",
                "'a'.replace('a', valueOf)",
                "JSON.parse('1', Object.prototype.valueOf)",
            })
    void isHandedTheGlobalObjectByNoFunctionOfItsLibrary(String expression) {
        Script script =
                script(
                        "var g; try { g = [].concat("
                                + expression
                                + ")[0]; } catch (e) { return 'none'; }"
                                + " return typeof g === 'object' && g !== null && g.JSON === JSON ? 'global' : 'none';");

        assertThat(await(script.text(telemetry()))).isEqualTo("none");
    }

    @Test
    void cleansUpAfterAnError() {
        Script script =
                script(
                        "if (typeof left !== 'undefined') { return 'left'; } left = 1; if (msg.fail) { throw 'it'; } return 'none';");

        assertFails(script.text(message("{\"fail\":true}")));
        assertThat(await(script.text(telemetry()))).isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    return 5;                     | expected an object or an array of objects, got a number
                    return 'a';                   | expected an object or an array of objects, got a string
                    return true;                  | expected an object or an array of objects, got a boolean
                    return null;                  | expected an object or an array of objects, got null
                    return;                       | expected an object or an array of objects, got nothing
                    return [];                    | expected at least one message, got an empty array
                    return {metadata: 5};         | metadata: expected an object, got a number
                    return {metadata: []};        | metadata: expected an object, got an array
                    return {msgType: {}};         | msgType: expected a text, got an object
                    return [{}, {msgType: [1]}];  | msgType: expected a text, got an array
                    """)
    void saysWhatWasWrongWithAResult(String body, String complaint) {
        assertFails(script(body).transform(telemetry())).hasMessage(complaint);
    }

    @Test
    void takesNumbersAndTruthValuesForMetadataAndTypes() {
        RuleMessage after =
                only(
                        await(
                                script(
                                                "return {metadata: {a: 1.5, b: true, c: null, d: 1e21, e: '\\n\"'}, msgType: 5};")
                                        .transform(telemetry())));

        assertThat(after.metadata())
                .isEqualTo(Metadata.of("a", "1.5", "b", "true", "d", "1e+21", "e", "\n\""));
        assertThat(after.type()).isEqualTo("5");
    }

    @Test
    void keepsThePayloadOfEveryKind() {
        for (String payload :
                List.of("[1,{\"a\":[]}]", "\"a\\n}\"", "-1.5", "true", "null", "{\"a\":\"}\"}")) {
            assertThat(
                            only(await(
                                            script("return {a: 1, msg: {in: msg}, b: [2]};")
                                                    .transform(message(payload))))
                                    .payload()
                                    .text())
                    .isEqualTo("{\"in\":" + payload + "}");
            assertThat(
                            only(await(
                                            script("return {msg: [msg].at(0), z: 1};")
                                                    .transform(message(" " + payload))))
                                    .payload()
                                    .text())
                    .isEqualTo(payload);
        }
    }

    @Test
    void letsObjectsHaveMembersThatTheirPrototypesHaveToo() {
        Script script =
                script(
                        "var e = new Error('a'); e.name = 'Own'; var o = {}; o.toString = () => 'mine';"
                                + " o.constructor = 5; return e + ' ' + o + ' ' + o.constructor + ' ' + Object.keys(o);");

        assertThat(await(script.text(telemetry()))).isEqualTo("Own: a mine 5 toString,constructor");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Java",
                "Packages",
                "java",
                "Polyglot",
                "Graal",
                "load",
                "print",
                "console",
                "require",
                "process",
                "Atomics",
                "SharedArrayBuffer",
                "Promise",
                "WeakMap",
                "WeakSet",
                "WeakRef",
                "FinalizationRegistry",
                "WebAssembly",
                "setTimeout",
            })
    void seesNothingOfTheHost(String name) {
        assertThat(await(script("return typeof " + name + ";").text(telemetry())))
                .isEqualTo("undefined");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return eval('1');",
                "return new Function('return 1')();",
                "return (() => {}).constructor('1')();"
            })
    void makesNoCodeOfTexts(String body) {
        assertFails(script(body).text(telemetry())).hasMessageContaining("EvalError");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"return true; }); (function () {", "}, x, function(){", "return 1; } {"})
    void refusesBodiesThatAreNoBodies(String body) {
        assertThatThrownBy(() -> script(body)).isInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void tellsWhereTheTextDoesNotCompile() {
        assertThatThrownBy(() -> script("return 1 +;"))
                .hasMessageContaining("Expected an operand but found ;")
                .hasMessageContaining("(line 1, column 11)");
    }

    @Test
    void serialisesNullAndLeavesUndefinedOut() {
        RuleMessage before = telemetry();

        assertThat(only(await(script("return {msg: null};").transform(before))))
                .isEqualTo(before.withPayload(Payload.ofText("null")));
        assertThat(
                        only(
                                await(
                                        script("return {msg: undefined, metadata: undefined};")
                                                .transform(before))))
                .isEqualTo(before);
        assertThat(
                        only(await(
                                        script("return {msg: {a: undefined, b: () => 1, c: NaN}};")
                                                .transform(before)))
                                .payload()
                                .text())
                .isEqualTo("{\"c\":null}");
    }

    @Test
    void takesElementsThatAreNoObjectsForTheMessageItself() {
        RuleMessage before = telemetry();

        assertThat(await(script("return [5, null, {msgType: 'T'}];").transform(before)))
                .isEqualTo(List.of(before, before, before.withType("T")));
    }

    @Test
    void refusesNestedMetadata() {
        assertFails(script("return {metadata: {a: {b: 1}}};").transform(telemetry()))
                .hasMessage(
                        "metadata: expected a text or a number as value of \"a\", got an object");
    }

    @Test
    void takesAMemberOfThePayloadForMetadataToo() {
        assertThat(
                        only(await(script("return msg;").transform(message("{\"metadata\":{}}"))))
                                .metadata()
                                .values())
                .isEmpty();
    }

    @Test
    void refusesPromises() {
        assertFails(script("return (async () => true)();").filter(telemetry()))
                .hasMessageContaining("promise");
    }

    @Test
    void takesOnlyTextForAText() {
        assertFails(script("return {a: 1};").text(telemetry()))
                .hasMessage("expected a text, got an object");
    }

    @Test
    void losesDigitsOfIntegersBeyondFiftyThreeBits() {
        Script script = script("return {msg: {a: msg.a + 0}};");

        assertThat(
                        only(await(script.transform(message("{\"a\":9007199254740993}"))))
                                .payload()
                                .text())
                .isEqualTo("{\"a\":9007199254740992}");
    }

    @Test
    void forgetsTheScriptThatHasNotRunForLongest() {
        try (ScriptEngines small =
                ScriptCalls.engines(ScriptCalls.patient().withThreads(1).withInstances(2))) {
            List<Script> scripts =
                    List.of(
                            small.compile(ScriptLanguage.JS, "return 'a';"),
                            small.compile(ScriptLanguage.JS, "return 'b';"),
                            small.compile(ScriptLanguage.TBEL, "return 'c';"));
            for (int round = 0; round < 3; round++) {
                assertThat(scripts)
                        .extracting(each -> await(each.text(telemetry())))
                        .containsExactly("a", "b", "c");
            }
        }
    }
}
