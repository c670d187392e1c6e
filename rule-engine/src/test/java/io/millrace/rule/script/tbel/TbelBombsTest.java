// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scripts that would need more than a call may are refused before the method or operator runs, by an error that names
 * it: neither the watchdog stops them, nor the heap or the stack.
 */
class TbelBombsTest {

    /** Time and threads enough, so that nothing but a check can end a script. */
    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    private static final String DOUBLED = "var a = [1]; for (i = 0; i < 40; i++) { a = [a, a] } ";
    private static final String TWO_DOUBLED =
            "var a = [1]; var b = [1]; for (i = 0; i < 40; i++) { a = [a, a]; b = [b, b] } ";
    private static final String LONG = "var s = 'x'; for (i = 0; i < 21; i++) { s = s + s } ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // texts
                "return 'x'.repeat(2000000000) | String.repeat could need 2000000000 bytes",
                "var r = ''; foreach (n : [1, 2, 2000000000]) { r = 'x'.repeat(n) } return r | String.repeat could need 2000000000 bytes",
                "return String.format('%999999999d', 1) | String.format could need",
                "return String.format('%.999999999f', 1.5) | String.format could need",
                "return '%999999999s'.formatted('x') | String.formatted could need",
                "LONG return s.replace('', s) | String.replace could",
                "LONG return s.replaceAll('x', s) | String.replaceAll could need",
                "LONG return s.replaceFirst('x+', '$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0$0') | String.replaceFirst could need",
                "LONG return s.split('') | String.split could need",
                "LONG return s.indexOf(s + 'y') | String.indexOf could take",
                "LONG return (s + 'x').contains(s + 'y') | String.contains could take",
                "LONG return s contains (s + 'y') | the operator contains",
                "LONG return s ~= '(x{0,9}){0,100}' | the operator ~= could take",
                "LONG return String.join(s, [s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s]) | the script uses too much memory",
                "LONG var l = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]; return l.join(s) | List.join could need",
                "return padStart('x', 2000000000, 'ab') | expected a length of at most",
                "LONG return stringToBytes(s) | the script uses too much memory",
                "LONG return JSON.parse(s) | JSON.parse could need",
                "LONG return btoa(s + s + s) | btoa could need",
                "LONG return s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s+s | the operation with a text could need",
                // numbers
                "var n = msg.big; while (true) { n = n * n } | an integer may have at most 4096 bits",
                "var n = msg.big; return n ** n | the operator ** is not allowed with integers",
                "return new java.math.BigDecimal('1E1000000000').toBigInteger() | BigDecimal",
                "return new java.math.BigInteger('2').pow(2000000000) | BigInteger",
                "return msg.big.pow(2000000000) | Method is not allowed: BigInteger.pow; allowed are bitLength, byteValue",
                "return msg.big.shiftLeft(2000000000) | Method is not allowed: BigInteger.shiftLeft",
                // arrays
                "return new int[2000000000] | array",
                "return new byte[65536][65536][65536][65536] | an array may have at most",
                "var a = new byte[10]; return java.util.Arrays.copyOf(a, 2000000000) | Arrays.copyOf could need",
                "return java.util.Collections.nCopies(2000000000, 'x').toString() | Method is not allowed: Collections.nCopies",
                "return java.util.Arrays.setAll(new int[3], null) | Method is not allowed: Arrays.setAll",
                "return java.util.Arrays.asList(1, 2) | Method is not allowed: Arrays.asList; allowed are",
                // lists and maps inside each other
                "DOUBLED return '' + a | the text of a list or map",
                "DOUBLED return a.toString() | the text of a list or map",
                "DOUBLED return a.hashCode() | the hash of a list",
                "TWO_DOUBLED return a == b | the comparison of a list",
                "TWO_DOUBLED return a.equals(b) | the comparison of a list",
                "TWO_DOUBLED return [a].contains(b) | the comparison of a list",
                "DOUBLED var m = {:}; m[a] = 1; return m | the hash of a list",
                "DOUBLED var s = newSet(); s.add(a); return s | the hash of a list",
                "DOUBLED return [a, a].join(',') | the text of a list or map",
                "DOUBLED var l = [a, a]; l.sort(); return l | the text of a list or map",
                "DOUBLED return String.valueOf(a) | the text of a list or map",
                "DOUBLED return String.format('%s', a) | the text of a list or map",
                "DOUBLED return raiseError(a) | the text of a list or map",
                "var l = []; l.add(l); return l.toString() | does it contain itself?",
                "var l = []; l.add(l); return '' + l | does it contain itself?",
                "var l = []; l.add(l); return l.hashCode() | does it contain itself?",
                "var l = []; l.add(l); var k = []; k.add(k); return l == k | does it contain itself?",
                "var m = {:}; m.m = m; return '' + m | does it contain itself?",
                "var m = {:}; m.m = m; return m.hashCode() | does it contain itself?",
                "var p = 'a,b'.split(','); p[0] = 'c'; var l = []; l.add(p); p = [l]; l.add(p); return '' + l | does it contain itself?",
                "var l = [1]; l.fill(l); return '' + l | does it contain itself?",
                "function f(p, n) { if (n == 0) { return '' + p } return f(g(p, [].slice()), n - 1) } function g(p, q) { q.add(p); q.add(p); return q } return f([1], 40) | the script uses too much memory",
                // members and the host
                "return 'a'.intern() | Method is not allowed: String.intern; allowed are charAt",
                "return 'a'.chars().sum() | Method is not allowed: String.chars",
                "return [1, 2].stream().count() | Method is not allowed: List.stream",
                "java.util.Locale.US.default = java.util.Locale.FRANCE; return 1 | Members can be assigned in maps only",
                "var d = new Date(0); d.time = 5; return 1 | Members can be assigned in maps only",
                "return Math.System | Math has no constant System",
                "return java.util.TimeZone.default | TimeZone has no constant default",
                "return msg.name.bytes | String has no member bytes",
                "return new StringBuilder('a') | ",
                "return new java.util.BitSet(2000000000) | ",
                "return new Object() | Constructor is not allowed: Object; allowed are ArrayList",
                // dates
                "return new Date(0).toLocaleString('de', '{\"pattern\":\"' + 'y'.repeat(2000) + '\"}') | a text may have at most 1000 characters",
            })
    void areRefusedBeforeTheyRun(String body, String error) {
        Script script =
                script(
                        body.replace("TWO_DOUBLED ", TWO_DOUBLED)
                                .replace("DOUBLED ", DOUBLED)
                                .replace("LONG ", LONG));
        if (script == null) {
            return;
        }

        for (int i = 0; i < 3; i++) {
            assertFails(script.text(bigNumber()))
                    .message()
                    .contains(error == null ? "" : error)
                    .doesNotContain("the script took longer")
                    .doesNotContain("the script allocated more")
                    .doesNotContain("more memory than is available")
                    .doesNotContain("recursion is too deep")
                    .doesNotContain("cannot be stopped");
        }
    }

    /** Returns null if it does not compile, which is a refusal, too. */
    private static @Nullable Script script(String body) {
        try {
            return tbel.script(body);
        } catch (InvalidConfigurationException e) {
            return null;
        }
    }

    private static RuleMessage bigNumber() {
        return message("{\"big\":" + "7".repeat(300) + ",\"name\":\"hall\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "return 2I ** 2000000000I | numbers with the suffix I are not available (line 1, column 8)",
                "return 1E1000000000B % 3B | numbers with the suffix B are not available (line 1, column 8)",
                "return 'a' soundex 'b' | the operator \"soundex\" is not available (line 1, column 12)",
                "return 'a' strsim 'b' | the operator \"strsim\" is not available (line 1, column 12)",
                "def f(s) { return (s++) + (s++) + (s++) + (s++) } return f('x') | a statement of a script with functions may have at most 3 of ++, --, += and the like (line 1, column 45)",
            })
    void areRefusedWhenTheyAreCompiled(String body, String error) {
        assertThatThrownBy(() -> tbel.script(body))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("script: " + error);
    }

    /** What a script may do close to these bounds. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "LONG return s.length() | 2097152",
                "LONG return s == s + '' | true",
                "return 'x'.repeat(100000).replace('x', 'yy').length() | 200000",
                "return 'a,'.repeat(10000).split(',').size() | 10000",
                "return 'abc'.replaceAll('(b)', '<$1>') + 'abab'.replaceFirst('b', '-') | a<b>ca-ab",
                "var l = []; for (i = 0; i < 5000; i++) { l.add(5000 - i) } l.sort(); return l[0] | 1",
                "var a = [[1, {'b': 2}]]; return a == [[1, {'b': 2}]] | true",
                "var a = [[1, {'b': 2}]]; return '' + a | [[1, {b=2}]]",
                "return {'a': [1]}.hashCode() == {'a': [1]}.hashCode() | true",
                "var m = {:}; m[[1, 2]] = 3; return m.get([1, 2]) | 3",
                "return String.format('%5.2f;%s;%03d', 1.234, [1, {'a': 2}], 7) | ` 1.23;[1, {a=2}];007`",
                "return msg.big * 2 > 1 | true",
                "return msg.big.toString().length() | 300",
                "var l = new java.util.ArrayList(); l.add(1); return l | [1]",
                "var m = new java.util.HashMap(); m.put('a', 1); return m | {\"a\":1}",
                "var l = [1] + 2; l.add(3); return l | [1,2,3]",
                "var p = 'a,b'.split(','); p.add('c'); return p | [\"a\",\"b\",\"c\"]",
                "return Math.PI > 3 && Integer.MAX_VALUE > 0 && java.lang.Long.MAX_VALUE > 0 | true",
                "var l = [3, 1, 2]; return l.toSorted() + l.slice(1) | [1,2,3,1,2]",
                "return new Date(0).time | 0",
                "return {'a': 1, 'b': 2}.toSortedByValue(false) | {\"b\":2,\"a\":1}",
                "return new java.util.TreeSet([3, 1, 2]) | [1,2,3]",
                "return java.util.UUID.fromString('00000000-0000-0001-0000-000000000002').toString() | 00000000-0000-0001-0000-000000000002",
                "return java.util.Base64.getEncoder().encodeToString('hé'.getBytes('UTF-8')) | aMOp",
                "var s = 'ab'; return s contains 'b' | true",
                "return 2 ** 10 | 1024",
                "var l = [1, 2]; l.splice(0, 1); return l.toUnmodifiable() | [2]",
                "foreach (e : {'a': {'b': 1}}.entrySet()) { return e.key + e.value.b } | a1",
            })
    void leaveTheRestAlone(String body, String result) {
        Script script = tbel.script(body.replace("LONG ", LONG));

        for (int i = 0; i < 3; i++) {
            assertThat(await(script.text(bigNumber()))).isEqualTo(result);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var l = [1].toUnmodifiable(); l.add(2); return l",
                "var e = {'a': 1}.entrySet().iterator().next(); e.value = e; return 1",
                "var i = [1].iterator(); i.forEachRemaining(null); return 1",
                "return msg.getClass()",
                "return this.checkExecution()",
                "return java.util.Locale.getAvailableLocales()",
                "return Date.class.getMethods()",
                "return String.valueOf('a').getClass().forName('java.lang.Runtime')",
            })
    void callNothingThatIsNotListed(String body) {
        assertThatThrownBy(() -> await(tbel.script(body).text(telemetry())))
                .satisfiesAnyOf(
                        e -> assertThat(e).isInstanceOf(InvalidConfigurationException.class),
                        e -> assertThat(e).hasCauseInstanceOf(ScriptException.class));
    }
}
