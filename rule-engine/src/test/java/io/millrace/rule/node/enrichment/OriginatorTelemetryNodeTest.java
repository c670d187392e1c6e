// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.rule.node.NodeTester.DEVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.StoreException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginatorTelemetryNodeTest {

    private static final long NOW = 1_763_650_000_000L;
    private static final long MINUTE = 60_000;

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final NodeDefinition<?> definition =
            OriginatorTelemetryNode.definition(
                    stores.timeseries, Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));

    @Test
    void hasThingsBoardsDefaultsAndCannotStartWithThem() {
        String defaults = EnrichmentFixture.defaults(definition);

        assertThat(defaults)
                .isEqualTo(
                        "{\"latestTsKeyNames\":[],\"fetchMode\":\"FIRST\",\"orderBy\":\"ASC\",\"aggregation\":\"NONE\","
                                + "\"limit\":1000,\"useMetadataIntervalPatterns\":false,\"startInterval\":2,"
                                + "\"startIntervalTimeUnit\":\"MINUTES\",\"endInterval\":1,\"endIntervalTimeUnit\":\"MINUTES\","
                                + "\"startIntervalPattern\":\"\",\"endIntervalPattern\":\"\"}");
        assertThatThrownBy(() -> NodeTester.node(definition, defaults))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("latestTsKeyNames:");
    }

    @ParameterizedTest
    @CsvSource({"FIRST, 1", "LAST, 3"})
    void writesTheFirstOrLastValueOfTheSpanAsAJsonString(String mode, String expected) {
        longs("t", NOW - 2 * MINUTE, 1, 2, 3);
        stores.telemetry(DEVICE.entity(), NOW - 2 * MINUTE - 1, "t", new LongValue(0));
        stores.telemetry(DEVICE.entity(), NOW - MINUTE, "t", new LongValue(4));
        RuleMessage message = NodeTester.message("T", "no JSON", "old", "o");

        RuleMessage enriched = success(offsets(mode, ""), message);

        assertThat(enriched.metadata().values())
                .containsExactly(Map.entry("old", "o"), Map.entry("t", "\"" + expected + "\""));
        assertThat(enriched.payload()).isSameAs(message.payload());
    }

    @Test
    void keepsTheQuotesOfASingleValueWhateverItsType() {
        long ts = NOW - 2 * MINUTE;
        stores.telemetry(DEVICE.entity(), ts, "text", new StringValue("a \"b\""));
        stores.telemetry(DEVICE.entity(), ts, "fraction", new DoubleValue(22.4));
        stores.telemetry(DEVICE.entity(), ts, "flag", new BooleanValue(true));
        stores.telemetry(DEVICE.entity(), ts, "document", new JsonValue("{\"a\":1}"));
        String configuration =
                offsets("LAST", "")
                        .replace(
                                "[\"t\"]",
                                "[\"text\",\"fraction\",\"flag\",\"document\",\"none\"]");

        assertThat(success(configuration, NodeTester.telemetry("{}")).metadata().values())
                .containsExactly(
                        Map.entry("text", "\"a \\\"b\\\"\""),
                        Map.entry("fraction", "\"22.4\""),
                        Map.entry("flag", "\"true\""),
                        Map.entry("document", "\"{\\\"a\\\":1}\""));
    }

    @ParameterizedTest
    @CsvSource({"ASC, 1000, 0 1 2", "DESC, 1000, 2 1 0", "ASC, 2, 0 1", "DESC, 2, 2 1"})
    void writesAllValuesInTheirOrder(String order, int limit, String indexes) {
        longs("t", NOW - 2 * MINUTE, 0, 1, 2);
        String expected =
                Arrays.stream(indexes.split(" "))
                        .map(i ->
                                "{\"ts\":%d,\"value\":%s}"
                                        .formatted(NOW - 2 * MINUTE + Long.parseLong(i), i))
                        .collect(Collectors.joining(",", "[", "]"));

        RuleMessage enriched = success(all(order, "NONE", limit), NodeTester.telemetry("{}"));

        assertThat(enriched.metadata().values()).containsExactly(Map.entry("t", expected));
    }

    @Test
    void keepsTheTypesOfAllValues() {
        long ts = NOW - 2 * MINUTE;
        stores.telemetry(DEVICE.entity(), ts, "t", new StringValue("5"));
        stores.telemetry(DEVICE.entity(), ts + 1, "t", new DoubleValue(5));
        stores.telemetry(DEVICE.entity(), ts + 2, "t", new JsonValue("[1]"));

        assertThat(success(all("ASC", "NONE", 10), NodeTester.telemetry("{}")).metadata().get("t"))
                .isEqualTo(
                        "[{\"ts\":%d,\"value\":\"5\"},{\"ts\":%d,\"value\":5.0},{\"ts\":%d,\"value\":[1]}]"
                                .formatted(ts, ts + 1, ts + 2));
    }

    @ParameterizedTest
    @CsvSource({"MIN, 1", "MAX, 6", "SUM, 9", "AVG, 3.0", "COUNT, 3"})
    void writesAnAggregationOverTheWholeSpan(String aggregation, String expected) {
        longs("t", NOW - 2 * MINUTE, 6, 1, 2);

        assertThat(
                        success(all("ASC", aggregation, 2), NodeTester.telemetry("{}"))
                                .metadata()
                                .get("t"))
                .isEqualTo(
                        "[{\"ts\":%d,\"value\":%s}]"
                                .formatted(NOW - MINUTE - MINUTE / 2, expected));
    }

    @Test
    void leavesTheMessageAsItIsWhereThereIsNoData() {
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(success(all("ASC", "COUNT", 2), message)).isSameAs(message);
        assertThat(success(offsets("FIRST", ""), message)).isSameAs(message);
    }

    @Test
    void resolvesTemplatesInKeys() {
        longs("raw_t", NOW - 2 * MINUTE, 1);
        String configuration = offsets("LAST", "").replace("[\"t\"]", "[\"raw_${k}\",\"raw_t\"]");

        assertThat(
                        success(configuration, NodeTester.message("T", "{}", "k", "t"))
                                .metadata()
                                .get("raw_t"))
                .isEqualTo("\"1\"");
    }

    @Test
    void takesTheSpanOutOfTheMessage() {
        longs("t", 100, 1, 2, 3, 4);
        String configuration = patterns("${from}", "$[to]");

        assertThat(
                        success(
                                        configuration,
                                        NodeTester.message("T", "{\"to\":103}", "from", "101"))
                                .metadata()
                                .get("t"))
                .isEqualTo("[{\"ts\":101,\"value\":2},{\"ts\":102,\"value\":3}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ${nothing} | the value of "nothing" is undefined
                    $[a.b]     | the value of "a.b" is undefined
                    1500       | the value of "1500" is undefined
                    ``         | the value of "" is undefined
                    ${word}    | "${word}" must become milliseconds since 1970, not "soon"
                    ${decimal} | "${decimal}" must become milliseconds since 1970, not "1.5"
                    """)
    void failsWhereTheMessageDoesNotSayTheSpan(String pattern, String error) {
        RuleMessage message =
                NodeTester.message("T", "{}", "word", "soon", "decimal", "1.5", "ok", "2000");

        assertThat(error(patterns(pattern, "${ok}"), message)).isEqualTo(error);
        assertThat(error(patterns("${ok}", pattern), message)).isEqualTo(error);
    }

    @Test
    void failsForASpanThatEndsBeforeItBegins() {
        RuleMessage message = NodeTester.message("T", "{}", "from", "2", "to", "1");

        assertThat(error(patterns("${from}", "${to}"), message)).contains("begin before it ends");
        assertThat(
                        error(
                                offsets("FIRST", "")
                                        .replace("\"startInterval\":2", "\"startInterval\":0"),
                                message))
                .contains("begin before it ends");
    }

    @Test
    void failsForAnAggregationOverNoTime() {
        RuleMessage message = NodeTester.telemetry("{}");
        String configuration =
                all("ASC", "SUM", 2).replace("\"startInterval\":2", "\"startInterval\":1");

        assertThat(error(configuration, message))
                .isEqualTo("the time range to aggregate over must be longer than 0");
        assertThat(success(configuration.replace("SUM", "NONE"), message)).isSameAs(message);
    }

    @Test
    void failsForAKeyThatIsBlank() {
        RuleMessage message = NodeTester.message("T", "{}", "k", " ");

        assertThat(error(offsets("LAST", "").replace("[\"t\"]", "[\"${k}\"]"), message))
                .isEqualTo("the keys must not be blank");
    }

    @Test
    void failsWhereTheReadFails() {
        stores.timeseries.failWith(new StoreException("refused"));

        assertThat(error(offsets("LAST", ""), NodeTester.telemetry("{}"))).isEqualTo("refused");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    "fetchMode":null                                                          | fetchMode:
                    "fetchMode":"SOME"                                                        | fetchMode:
                    "fetchMode":"ALL","aggregation":"NONE","limit":10                         | orderBy:
                    "fetchMode":"ALL","orderBy":"ASC","limit":10                              | aggregation:
                    "fetchMode":"ALL","orderBy":"ASC","aggregation":"NONE","limit":1          | limit:
                    "fetchMode":"ALL","orderBy":"ASC","aggregation":"NONE","limit":1001       | limit:
                    "fetchMode":"FIRST"                                                       | startIntervalTimeUnit:
                    "fetchMode":"FIRST","startIntervalTimeUnit":"DAYS"                        | endIntervalTimeUnit:
                    "fetchMode":"FIRST","startIntervalTimeUnit":"WEEKS"                       | startIntervalTimeUnit:
                    """)
    void refusesWhatCannotWork(String properties, String field) {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                definition,
                                "{\"latestTsKeyNames\":[\"t\"],%s}".formatted(properties)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 1000})
    void takesLimitsUpToBothEnds(int limit) {
        longs("t", NOW - 2 * MINUTE, 1);

        assertThat(
                        success(all("ASC", "NONE", limit), NodeTester.telemetry("{}"))
                                .metadata()
                                .values())
                .containsOnlyKeys("t");
    }

    @Test
    void failsWhereItIsToldToReadASpanByPatternsThatAreAbsent() {
        String none =
                patterns("", "")
                        .replace(",\"startIntervalPattern\":\"\",\"endIntervalPattern\":\"\"", "");

        assertThat(error(none, NodeTester.telemetry("{}")))
                .isEqualTo("the value of \"\" is undefined");
        assertThat(
                        error(
                                none.replace("}", ",\"startIntervalPattern\":\"$[ts]\"}"),
                                NodeTester.telemetry("{\"ts\":1}")))
                .isEqualTo("the value of \"\" is undefined");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    0 | {"fetchMode":"FIRST"}                                     | {"fetchMode":"FIRST","orderBy":"ASC","aggregation":"NONE","limit":1000}
                    0 | {"fetchMode":"FIRST","orderBy":"DESC","limit":5}          | {"fetchMode":"FIRST","orderBy":"ASC","limit":5,"aggregation":"NONE"}
                    0 | {"fetchMode":"LAST","limit":null}                         | {"fetchMode":"LAST","limit":1000,"orderBy":"DESC","aggregation":"NONE"}
                    0 | {"fetchMode":"SOME"}                                      | {"fetchMode":"LAST","orderBy":"DESC","aggregation":"NONE","limit":1000}
                    0 | {"fetchMode":"ALL","orderBy":"","aggregation":""}         | {"fetchMode":"ALL","limit":1000,"aggregation":"NONE","orderBy":"ASC"}
                    0 | {"fetchMode":"ALL","orderBy":null,"aggregation":"SUM"}    | {"fetchMode":"ALL","aggregation":"SUM","limit":1000,"orderBy":"ASC"}
                    0 | {"fetchMode":"ALL","orderBy":"DESC","limit":7}            | {"fetchMode":"ALL","orderBy":"DESC","limit":7,"aggregation":"NONE"}
                    0 | {"fetchMode":null}                                        | {"fetchMode":null,"limit":1000}
                    1 | {"fetchMode":"FIRST"}                                     | {"fetchMode":"FIRST","limit":1000}
                    1 | {"fetchMode":"ALL","limit":9}                             | {"fetchMode":"ALL","limit":9,"aggregation":"NONE","orderBy":"ASC"}
                    """)
    void upgradesFromEachOlderVersion(int version, String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, version)).hasToString(current);
    }

    private void longs(String key, long from, long... values) {
        for (int i = 0; i < values.length; i++) {
            stores.telemetry(DEVICE.entity(), from + i, key, new LongValue(values[i]));
        }
    }

    private static String offsets(String mode, String more) {
        return "{\"latestTsKeyNames\":[\"t\"],\"fetchMode\":\"%s\",%s\"startInterval\":2,\"startIntervalTimeUnit\":\"MINUTES\",\"endInterval\":1,\"endIntervalTimeUnit\":\"MINUTES\"}"
                .formatted(mode, more);
    }

    private static String all(String order, String aggregation, int limit) {
        return offsets(
                "ALL",
                "\"orderBy\":\"%s\",\"aggregation\":\"%s\",\"limit\":%d,"
                        .formatted(order, aggregation, limit));
    }

    private static String patterns(String start, String end) {
        return "{\"latestTsKeyNames\":[\"t\"],\"fetchMode\":\"ALL\",\"orderBy\":\"ASC\",\"aggregation\":\"NONE\",\"limit\":10,\"useMetadataIntervalPatterns\":true,\"startIntervalPattern\":\"%s\",\"endIntervalPattern\":\"%s\"}"
                .formatted(start, end);
    }

    private RuleMessage success(String configuration, RuleMessage message) {
        return EnrichmentFixture.success(run(configuration, message));
    }

    private String error(String configuration, RuleMessage message) {
        return EnrichmentFixture.error(run(configuration, message), message);
    }

    private NodeResult run(String configuration, RuleMessage message) {
        return NodeTester.run(NodeTester.node(definition, configuration), message);
    }
}
