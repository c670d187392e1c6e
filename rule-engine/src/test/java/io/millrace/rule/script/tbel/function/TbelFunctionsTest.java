// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import static io.millrace.rule.script.ScriptCalls.assertFails;
import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.message;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.tbel.TbelExpressions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TbelFunctionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    @Test
    void areAllThatTheReferenceNames() {
        assertThat(TbelFunctions.all().keySet())
                .hasSize(69)
                .containsExactlyInAnyOrder(
                        "btoa",
                        "atob",
                        "stringToBytes",
                        "bytesToString",
                        "decodeToString",
                        "decodeToJson",
                        "parseInt",
                        "parseLong",
                        "parseFloat",
                        "parseDouble",
                        "parseHexIntLongToFloat",
                        "parseHexToInt",
                        "parseHexToLong",
                        "parseHexToFloat",
                        "parseHexToDouble",
                        "parseLittleEndianHexToInt",
                        "parseLittleEndianHexToLong",
                        "parseLittleEndianHexToFloat",
                        "parseLittleEndianHexToDouble",
                        "parseBigEndianHexToInt",
                        "parseBigEndianHexToLong",
                        "parseBigEndianHexToFloat",
                        "parseBigEndianHexToDouble",
                        "parseBytesToInt",
                        "parseBytesToLong",
                        "parseBytesToFloat",
                        "parseBytesToDouble",
                        "parseBytesIntToFloat",
                        "parseBytesLongToDouble",
                        "toFixed",
                        "toInt",
                        "isNaN",
                        "hexToBytes",
                        "hexToBytesArray",
                        "bytesToHex",
                        "intToHex",
                        "longToHex",
                        "intLongToRadixString",
                        "floatToHex",
                        "doubleToHex",
                        "base64ToHex",
                        "hexToBase64",
                        "base64ToBytes",
                        "base64ToBytesList",
                        "bytesToBase64",
                        "bytesToExecutionArrayList",
                        "printUnsignedBytes",
                        "toFlatMap",
                        "encodeURI",
                        "decodeURI",
                        "raiseError",
                        "isBinary",
                        "isOctal",
                        "isDecimal",
                        "isHexadecimal",
                        "padStart",
                        "padEnd",
                        "parseByteToBinaryArray",
                        "parseBytesToBinaryArray",
                        "parseLongToBinaryArray",
                        "parseBinaryArrayToInt",
                        "isInsidePolygon",
                        "isInsideCircle",
                        "isMap",
                        "isList",
                        "isSet",
                        "isArray",
                        "newSet",
                        "toSet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "var m = {:}; m.m = m; return toFlatMap(m)",
                "var m = {:}; m.m = m; return JSON.stringify(m)",
                "var a = [1]; for (i = 0; i < 40; i++) { a = [a, a] } return toFlatMap({'a': a})",
                "var a = [1]; for (i = 0; i < 40; i++) { a = [a, a] } return JSON.stringify(a)",
                "var l = []; while (true) { l.add(stringToBytes(msg.name)) } return l",
                "var l = []; while (true) { l.add(hexToBytesArray('00112233445566778899')) } return l",
                "var s = newSet(); var i = 0; while (true) { s.add('k' + i); i++ } return s",
                "var s = 'x'; while (true) { s = padStart(s, s.length() * 2, 'y') } return s",
            })
    void areCountedAgainstTheLimitsOfTheCall(String body) {
        assertFails(tbel.script(body).text(telemetry()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return btoa",
                "return btoa.methodName",
                "return btoa.classReference",
                "btoa.methodName = 'atob'; return 1",
                "return java.util.Objects.requireNonNull(msg.open ? btoa : atob).methodName",
                "return msg.open ? btoa : 1",
                "return {btoa: 1}",
                "var f = btoa; return f('a')",
                "return {:}.btoa",
                "return {:}.btoa.method",
                "return [1].btoa.classReference",
                "return msg.?btoa",
                "return this.btoa",
            })
    void areNoValues(String body) {
        assertThatThrownBy(() -> tbel.script(body))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("is a function: expected ( after it, or [");
    }

    @Test
    void leaveTheirNamesToMembersInBrackets() {
        Script script =
                tbel.script(
                        "var m = {'btoa': 1}; m['toInt'] = msg['isMap']; return m['btoa'] + m['toInt'];");

        assertThat(await(script.text(message("{\"isMap\":2}")))).isEqualTo("3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return JSON.classLoader",
                "return Date.getClass()",
                "return new Date().getClass()",
                "return new Date().instant",
                "return TbelFunctions.all()",
                "return io.millrace.rule.script.tbel.function.TbelFunctions.all()",
                "return io.millrace.rule.script.tbel.function.Hex.format([1])",
            })
    void showNothingOfTheHost(String body) {
        assertThatThrownBy(() -> await(tbel.script(body).text(telemetry())))
                .satisfiesAnyOf(
                        e -> assertThat(e).isInstanceOf(InvalidConfigurationException.class),
                        e -> assertThat(e).hasCauseInstanceOf(ScriptException.class));
    }
}
