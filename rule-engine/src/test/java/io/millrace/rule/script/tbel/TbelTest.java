// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.only;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.engine.ScriptEngines;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TbelTest {

    /** One thread: consecutive calls of a script meet the same compiled form. */
    private static final ScriptEngines engines =
            new ScriptEngines(ScriptCalls.patient().withThreads(1));

    @AfterAll
    static void close() {
        engines.close();
    }

    private static Script script(String body) {
        return engines.compile(ScriptLanguage.TBEL, body);
    }

    @Test
    void aStopJustBeforeTheCallEndsIt() {
        Program program =
                new TbelLanguage(ScriptSettings.defaults())
                        .compile(
                                "for (var i = 0; i < 10; i++) { msg.x = i } return true",
                                ArgumentNames.MESSAGE);
        ScriptInstance instance = (ScriptInstance) program.instantiate();

        instance.stop();

        assertThatThrownBy(() -> instance.filter(telemetry()))
                .isInstanceOf(LimitExceededException.class)
                .hasMessage("the script was stopped");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "return 10 + 5 * 2 | 20",
                "msg.temperature | 25",
                "return '123' == 123 | true",
                "return msg['name'] + '!' | hall!",
                "return msg.none == null | true",
                "return msg.list[2].a | 3",
                "return msg.?none.?deeper | null",
                "var r = 0; foreach (x : [1, 2, 3]) { r += x } return r | 6",
                "var r = ''; foreach (e : {'a': 1, 'b': 2}) { r += e.key + e.value } return r | a1b2",
                "def twice(n) { n * 2 } return twice(4) | 8",
                "var a = [3, 1, 2]; a.sort(); return a | [1,2,3]",
                "var a = new int[2]; a[1] = 7; return a | [0,7]",
                "var m = {:}; m.a = 1; m['b'] = 2; m.a = null; return m | {\"b\":2}",
                "var m = {'l': [1, 2]}; m.l[m.l.size() - 1] = 9; m['x' + 1] = 0; return m | {\"l\":[1,9],\"x1\":0}",
                "return 'a1b2'.replaceAll('[0-9]', '#') + 'ab'.matches('[a-z]+') | a#b#true",
                "var parts = 'a,b,c'.split(','); return parts.size() + parts[2] | 3c",
                "return 9007199254740993 | 9007199254740993",
                "return new java.util.ArrayList() | []",
                "return java.lang.Integer.MAX_VALUE | 2147483647",
            })
    void evaluatesAsTheReferenceSays(String body, String result) {
        Script script = script(body);

        // Compiled forms change with the first calls.
        for (int i = 0; i < 3; i++) {
            assertThat(await(script.text(telemetry()))).isEqualTo(result);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (isdef left) { return 'seen' } left = 1; return 'fresh'",
                "var list = [1]; list.push(2); return list.size() == 2 ? 'fresh' : 'seen'",
                "var map = {'a': 1}; if (map.size() > 1) { return 'seen' } map.left = 1; return 'fresh'",
                "if (msg.left != null || metadata.left != null) { return 'seen' } msg.left = 1; metadata.left = 1; return 'fresh'",
                "var a = {1, 2}; a[0] = a[0] + 1; return a[0] == 2 ? 'fresh' : 'seen'",
                "var a = new int[] {1, 2}; a[0] = a[0] + 1; return a[0] == 2 ? 'fresh' : 'seen'",
                "var a = [[1], {'b': [2]}]; a[0].add(1); a[1].b.add(1); return a[0].size() + a[1].b.size() == 4 ? 'fresh' : 'seen'",
                "var s = newSet(); s.add(1); s.add(2); return s.size() == 2 ? 'fresh' : 'seen'",
                "var d = new Date(0); d.addDays(1); return d.getTime() == 86400000 ? 'fresh' : 'seen'",
                "function f(l) { l.add(1); return l.size() } return f([]) == 1 ? 'fresh' : 'seen'",
                "function f() { if (isdef left) { return 'seen' } left = 1; return 'fresh' } return f()",
            })
    void keepsNothingForTheNextCall(String body) {
        Script script = script(body);

        for (int i = 0; i < 3; i++) {
            assertThat(await(script.text(telemetry()))).isEqualTo("fresh");
        }
    }

    @Test
    void importsAndVariablesOfOneScriptAreNotThereInAnother() {
        assertThat(
                        await(
                                script("import java.util.*; t = 1; return new TreeSet()")
                                        .text(telemetry())))
                .isEqualTo("[]");

        assertFails(script("return new TreeSet()").text(telemetry()));
        assertFails(script("return t").text(telemetry()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return System.getProperty('user.dir')",
                "return java.lang.System.getProperty('user.dir')",
                "return Runtime.getRuntime()",
                "return java.lang.Runtime.getRuntime()",
                "return Class.forName('java.lang.Runtime')",
                "return String.forName('java.lang.Runtime')",
                "return 'a'.getClass()",
                "return 'a'.class",
                "return String.classLoader",
                "return Thread.currentThread()",
                "return new java.util.Timer()",
                "return new java.util.Formatter('target/formatter.txt')",
                "return new java.util.Scanner('a')",
                "return new java.io.File('/')",
                "return java.util.concurrent.Executors.newCachedThreadPool()",
                "return org.mvel2.MVEL.eval('1')",
                "java.util.Locale.setDefault(java.util.Locale.FRANCE); return 1",
                "return Integer.getInteger('sun.arch.data.model')",
                "return new StringBuilder('a')",
                "this.dumpVars(); return 1",
                "return this.getMemorySize()",
                "new Exception('a').printStackTrace(); return 1",
                "msg['a'.getClass().getName()] = 1; return msg",
                "msg.list['a'.getClass().getName().length() - 16] = 1; return msg",
                "msg[String.classLoader + ''] = 1; return msg",
                "var m = {'a': {:}}; m.a['x'.getClass().getName()] = 1; return m",
            })
    void seesNothingOfTheHost(String body) {
        assertThatThrownBy(() -> await(script(body).text(telemetry())))
                .satisfiesAnyOf(
                        e -> assertThat(e).isInstanceOf(InvalidConfigurationException.class),
                        e -> assertThat(e).hasCauseInstanceOf(ScriptException.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import java.lang.System; return 1",
                "import_static java.lang.System.exit; return 1"
            })
    void importsNothingOfTheHost(String body) {
        assertThatThrownBy(() -> script(body)).isInstanceOf(InvalidConfigurationException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "return 1;\\n with (msg) { a = 1 } | the statement \"with\" is not available (line 2, column 2)",
                "return msg.{ a = 1 } | expected the name of a property or method (line 1, column 11)",
            })
    void refusesWhatTheLibraryWouldRunOutsideItsLimits(String body, String message) {
        assertThatThrownBy(() -> script(body.replace("\\n", "\n")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("script: " + message);
    }

    @Test
    void findsThoseOnlyInCode() {
        Script script =
                script(
                        "// with (x) ~= .{\nvar s = 'with (~= .{'; /* ~= */ [1, 2].with(0, 9); return s;");

        assertThat(await(script.text(telemetry()))).endsWith("with (~= .{");
    }

    @Test
    void tellsWhereAnErrorIsInsideABlock() {
        assertFails(
                        script("var x = 1;\nif (x == 1) {\n  return msg.none.deeper;\n}")
                                .filter(telemetry()))
                .hasMessage("null pointer: msg.none.deeper (line 3, column 10)");
    }

    @Test
    void dropsNullsFromMaps() {
        Script script = script("return {'msg': msg};");

        assertThat(
                        only(await(script.transform(message("{\"a\":null,\"b\":[null,1]}"))))
                                .payload()
                                .text())
                .isEqualTo("{\"b\":[null,1]}");
    }

    @Test
    void takesAnEmptyMessageWhereMsgIsNull() {
        assertThat(only(await(script("return {'msg': null};").transform(telemetry()))).payload())
                .isEqualTo(telemetry().payload());
    }

    @Test
    void keepsLongsWhole() {
        assertThat(
                        only(await(
                                        script("return {'msg': {'a': msg.a}};")
                                                .transform(message("{\"a\":9223372036854775807}"))))
                                .payload()
                                .text())
                .isEqualTo("{\"a\":9223372036854775807}");
    }

    @Test
    void metadataThatATransformationReturnsUnchangedStayTheSameObject() {
        RuleMessage before = telemetry();
        Script script = script("msg.a = 1; return {msg: msg, metadata: metadata};");
        assertThat(only(await(script.transform(before))).metadata()).isSameAs(before.metadata());
    }

    @Test
    void metadataWithOneMoreValueAreOthers() {
        RuleMessage before = telemetry();
        Script script = script("metadata.floor = 3; return {metadata: metadata};");
        assertThat(only(await(script.transform(before))).metadata())
                .isEqualTo(before.metadata().with("floor", "3"));
    }

    @Test
    void textsOfMetadataCountAsPartOfTheResult() {
        Script script = script("var t = 'x'.repeat(200000); return {metadata: {'a': t, 'b': t}};");
        assertFails(script.transform(telemetry()))
                .hasMessage("a result may have at most 300000 characters");
    }

    @Test
    void theMetadataAreThereWhereverTheScriptNamesThem() {
        for (String body :
                List.of(
                        "def f(m) { m.deviceName } return f(metadata);",
                        "return(metadata).deviceName;",
                        "return isdef metadata ? metadata['deviceName'] : '';")) {
            assertThat(await(script(body).text(telemetry()))).isEqualTo("d1");
        }
    }

    @Test
    void spellsNestedMetadataOut() {
        assertThat(
                        only(await(
                                        script("return {'metadata': {'a': {'b': 1}}};")
                                                .transform(telemetry())))
                                .metadata()
                                .get("a"))
                .isEqualTo("{b=1}");
    }

    @Test
    void refusesElementsThatAreNoMaps() {
        assertFails(script("return [{'msg': 1}, 5];").transform(telemetry()))
                .hasMessage("expected a map as message, got a number");
    }

    @Test
    void endsAStructureThatContainsItself() {
        assertFails(script("var l = []; l.add(l); return {'msg': l};").transform(telemetry()))
                .hasMessageContaining("levels");
    }

    @Test
    void theArgumentsTakeTheirSizeOfTheMemoryThatACallMayUse() {
        ScriptSettings settings = ScriptSettings.defaults();
        TbelOperators none = new TbelOperators(false, false);

        assertThat(new TbelContext(settings, none, 1_000).getMaxAllowedMemory())
                .isEqualTo(settings.tbelMemory() - 1_000);
        assertThat(new TbelContext(settings, none, Integer.MAX_VALUE).getMaxAllowedMemory())
                .as("0 would mean no limit")
                .isPositive();
    }
}
