// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.engine;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.device;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptCalls;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.ScriptSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that would use unlimited time or memory end with an error of their own call. */
class ScriptBombsTest {

    private static final ScriptEngines engines =
            ScriptCalls.engines(
                    ScriptSettings.defaults()
                            .withThreads(2)
                            .withTimePerCall(Duration.ofMillis(500)));
    private static final List<Script> others =
            List.of(
                    engines.compile(ScriptLanguage.JS, "return msg.s.length > 1;"),
                    engines.compile(ScriptLanguage.TBEL, "return msg.s.length() > 1;"));
    private static final String PAYLOAD = "{\"s\":\"" + "a".repeat(60) + "!\"}";
    private static final TenantId TENANT = tenant();

    @AfterAll
    static void close() {
        engines.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for(;;);",
                "try { for(;;); } catch (e) { for(;;); } finally { for(;;); }",
                "var a = []; for(;;) a.push(new Array(1000));",
                "var a = []; for(;;) a.push(new ArrayBuffer(1e7));",
                "return new Array(1e9).fill(1);",
                "return 'x'.repeat(5e8).split('');",
                "return 'x'.repeat(3e7).split('');",
                "var s = 'x'; for(;;) s += s;",
                "var o = {}; for (var i = 0;; i++) o['k' + i] = {};",
                "return {msg: JSON.stringify(new Array(1e7).fill({a: 'abcdefghijklmnop'}))};",
                "var a = [1]; for (var i = 0; i < 40; i++) a = [a, a]; return {msg: a};",
                "return new ArrayBuffer(2e9);",
                "return {msg: /^(a|aa)+(\\1)?b$/.test(msg.s)};",
                "function f(n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); } return {msg: f(60)};",
                "function f() { return f() + 1; } return {msg: f()};",
                "Promise.resolve().then(function f() { return Promise.resolve().then(f); }); return {};",
                "return {msg: {toJSON: function () { for(;;); }}};",
            })
    void endsJavaScriptThatGoesTooFar(String body) {
        assertEndsAloneWhileOthersRun(ScriptLanguage.JS, body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (true) { } return msg",
                "var a = []; while (true) { a.push('abcdefghijklmnopqrstuvwxyz') } return a",
                "var m = {:}; var i = 0; while (true) { m['k' + i] = 'abcdefghijkl'; i++ } return m",
                "var s = 'x'; while (true) { s = s + s } return s",
                "return 'x'.repeat(2000000000)",
                "var s = ''; foreach (n : [1, 1000, 2000000000]) { s = 'x'.repeat(n) } return s",
                "var a = new int[2000000000]; return a",
                "var l = []; while (true) { l.add(new long[100000]) } return l",
                "var b = new java.math.BigInteger('7'); while (true) { b = b.multiply(b) } return b",
                "return {'msg': msg.s.matches('(a|aa)+(\\\\1)?b')}",
                "return {'msg': msg.s.replaceAll('(a|aa)+(\\\\1)?b', 'x')}",
                "var r = 0; foreach (x : ['ab', msg.s]) { if (x.matches('(a|aa)+(\\\\1)?b')) { r++ } } return {'msg': r}",
                "var r = 0; foreach (x : ['ab', msg.s]) { var p = x.split('(a|aa)+(\\\\1)?b') } return {'msg': r}",
                "var r = 0; foreach (x : ['ab', msg.s]) { if (new String(x).matches('(a|aa)+(\\\\1)?b')) { r++ } }"
                        + " return {'msg': r}",
                "var m = {:}; foreach (x : ['ab', msg.s]) { m[x.replaceFirst('(a|aa)+(\\\\1)?b', '')] = 1 } return {'msg': m}",
                "function f(n) { return f(n + 1) } return f(1)",
                "function f(n) { if (n < 2) { return 1 } return f(n - 1) + f(n - 2) } return {'msg': f(60)}",
                "var a = [1]; for (i = 0; i < 40; i++) { a = [a, a] } return {'msg': a}",
            })
    void endsTbelThatGoesTooFar(String body) {
        assertEndsAloneWhileOthersRun(ScriptLanguage.TBEL, body);
    }

    private static void assertEndsAloneWhileOthersRun(ScriptLanguage language, String body) {
        Script bomb = engines.compile(language, body);
        RuleMessage neighbours = message(TENANT, device(), PAYLOAD);
        CompletableFuture<List<RuleMessage>> exploded =
                bomb.transform(message(tenant(), device(), PAYLOAD)).toCompletableFuture();
        for (Script other : others) {
            assertThat(await(other.filter(neighbours))).isTrue();
        }
        assertFails(exploded);
        for (Script other : others) {
            assertThat(await(other.filter(neighbours))).isTrue();
        }
        bomb.close();
    }
}
