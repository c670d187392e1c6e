// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ScriptTrialIT {

    private static final String PATH = "/api/ruleChain/testScript";

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.tenantAdministrator(server.newTenant());

    private static Map<String, Object> body(String type, String script) {
        return new HashMap<>(
                Map.of(
                        "script",
                        script,
                        "scriptType",
                        type,
                        "argNames",
                        List.of("msg", "metadata", "msgType"),
                        "msg",
                        "{\"temperature\":22.4}",
                        "metadata",
                        Map.of("k", "v"),
                        "msgType",
                        "POST_TELEMETRY_REQUEST"));
    }

    private JsonNode run(String language, Map<String, Object> body) {
        return admin.post(PATH + "?scriptLang=" + language, body).expect(200).json();
    }

    private void assertOutput(String language, String type, String script, String output) {
        JsonNode answer = run(language, body(type, script));
        assertThat(answer.path("error").stringValue()).isEmpty();
        assertThat(answer.path("output").stringValue()).isEqualTo(output);
        assertThat(answer.propertyNames()).containsExactlyInAnyOrder("output", "error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JS", "TBEL"})
    void runsEveryKindOfScript(String language) {
        assertOutput(language, "filter", "return msg.temperature > 20;", "true");
        assertOutput(language, "switch", "return ['a', 'b'];", "[\"a\",\"b\"]");
        assertOutput(language, "switch", "return 'a';", "[\"a\"]");
        assertOutput(
                language,
                "update",
                "msg.x = 1; return {msg: msg, metadata: metadata, msgType: 'T'};",
                "{\"msg\":{\"temperature\":22.4,\"x\":1},\"metadata\":{\"k\":\"v\"},\"msgType\":\"T\"}");
        assertOutput(
                language,
                "update",
                "return [{msg: 1}, {msg: 2}];",
                "[{\"msg\":1,\"metadata\":{\"k\":\"v\"},\"msgType\":\"POST_TELEMETRY_REQUEST\"},"
                        + "{\"msg\":2,\"metadata\":{\"k\":\"v\"},\"msgType\":\"POST_TELEMETRY_REQUEST\"}]");
        assertOutput(language, "json", "return {'a': [metadata.k]};", "{\"a\":[\"v\"]}");
        assertOutput(language, "string", "return 'is ' + msgType;", "is POST_TELEMETRY_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JS", "TBEL"})
    void givesAGeneratorItsOwnNames(String language) {
        Map<String, Object> body =
                body("generate", "return {msg: prevMsg.temperature, msgType: prevMsgType};");
        body.put("argNames", List.of("prevMsg", "prevMetadata", "prevMsgType"));
        String output =
                "{\"msg\":22.4,\"metadata\":{\"k\":\"v\"},\"msgType\":\"POST_TELEMETRY_REQUEST\"}";

        assertThat(run(language, body).path("output").stringValue()).isEqualTo(output);
        body.remove("argNames");
        assertThat(run(language, body).path("output").stringValue()).isEqualTo(output);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "JS   | filter | return msg.none.x; | (line 1, column 8)",
                "TBEL | filter | return msg.none.x; | (line 1, column 8)",
                "JS   | filter | return (1 + ; | (line 1, column 13)",
                "TBEL | filter | return (1 + ; | (line 1, column 8)",
                "JS   | filter | return 5; | expected a boolean",
                "TBEL | update | return []; | expected at least one message",
                "JS   | generate | return []; | expected an object",
                "JS   | filter | for (;;) { } | ",
                "JS   | nothing | return 1; | scriptType: expected update, generate, filter, switch, json or string",
                "TBEL | filter | | script: expected a text; it is blank",
            })
    void saysWhatIsWrongWithAScript(String language, String type, String script, String error) {
        JsonNode answer = run(language, body(type, script == null ? "" : script));

        assertThat(answer.path("output").stringValue()).isEmpty();
        assertThat(answer.path("error").stringValue())
                .isNotEmpty()
                .contains(error == null ? "" : error);
    }

    @Test
    void saysWhatIsWrongWithTheArguments() {
        Map<String, Object> body = body("filter", "return true;");
        body.put("argNames", List.of("msg"));
        assertThat(run("JS", body).path("error").stringValue())
                .startsWith("argNames: expected three");
        body.put("argNames", List.of("msg", "a b", "msgType"));
        assertThat(run("JS", body).path("error").stringValue())
                .startsWith("argNames: expected the");
        body.put("argNames", List.of("msg", "metadata", "msgType"));
        body.put("msg", "x".repeat(100_001));
        assertThat(run("JS", body).path("error").stringValue()).contains("100000");
        body.put("msg", "hello");
        assertThat(run("JS", body).path("error").stringValue()).contains("the payload is not JSON");
        body.put("script", "return '" + "x".repeat(50_000) + "';");
        assertThat(run("JS", body).path("error").stringValue()).contains("50000");
        assertThat(run("JS", Map.of()).path("error").stringValue()).startsWith("scriptType");
    }

    @Test
    void takesAScriptOfNoLanguageForJavaScript() {
        JsonNode answer =
                admin.post(PATH, body("string", "return `${msgType}`;")).expect(200).json();

        assertThat(answer.path("output").stringValue()).isEqualTo("POST_TELEMETRY_REQUEST");
        admin.post(PATH + "?scriptLang=COBOL", body("filter", "return true;")).expect(400);
    }

    @Test
    void saysThatTbelRuns() {
        assertThat(admin.get("/api/ruleChain/tbelEnabled").expect(200).json().booleanValue())
                .isTrue();
    }
}
