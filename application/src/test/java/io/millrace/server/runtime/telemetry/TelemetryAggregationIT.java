// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TelemetryAggregationIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.newTenantAdministrator();
    private final String series =
            "/api/plugins/telemetry/DEVICE/"
                    + admin.post("/api/device", Map.of("name", "A")).text("/id/id");

    private void save(String points) {
        admin.post(series + "/timeseries/ANY", points).expect(200);
    }

    private void saveThree() {
        save(
                """
                [{"ts":1000,"values":{"n":1}},{"ts":2000,"values":{"n":2}},{"ts":3000,"values":{"n":3.5}}]
                """);
    }

    private JsonNode read(String query) {
        return admin.get(series + "/values/timeseries?" + query).expect(200).json();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @ParameterizedTest
    @CsvSource({"MIN,1,3.5", "MAX,2,3.5", "AVG,1.5,3.5", "SUM,3,3.5", "COUNT,2,1"})
    void eachIntervalHasItsAggregateAtItsMiddle(String agg, String first, String second) {
        saveThree();
        String query = "keys=n&startTs=1000&endTs=4000&interval=1500&agg=" + agg;

        assertThat(read(query))
                .isEqualTo(
                        json(
                                "{\"n\":[{\"ts\":1750,\"value\":\"%s\"},{\"ts\":3250,\"value\":\"%s\"}]}"
                                        .formatted(first, second)));
        assertThat(read(query + "&useStrictDataTypes=true"))
                .isEqualTo(
                        json(
                                "{\"n\":[{\"ts\":1750,\"value\":%s},{\"ts\":3250,\"value\":%s}]}"
                                        .formatted(first, second)));
    }

    @Test
    void intervalsWithoutValuesAreOmittedAndTheLastOneIsCut() {
        saveThree();

        assertThat(read("keys=n,none&startTs=1000&endTs=9000&interval=2500&agg=COUNT"))
                .isEqualTo(json("{\"n\":[{\"ts\":2250,\"value\":\"3\"}]}"));
        assertThat(read("keys=n&startTs=1000&endTs=3001&interval=2000&agg=COUNT"))
                .isEqualTo(
                        json(
                                "{\"n\":[{\"ts\":2000,\"value\":\"2\"},{\"ts\":3000,\"value\":\"1\"}]}"));
        assertThat(read("keys=none&startTs=1000&endTs=9000&interval=2500&agg=AVG"))
                .isEqualTo(json("{}"));
    }

    @Test
    void theOrderAppliesToAggregatesAndTheLimitDoesNot() {
        saveThree();

        assertThat(
                        read(
                                "keys=n&startTs=1000&endTs=4000&interval=1000&agg=MAX&orderBy=DESC&limit=1"))
                .isEqualTo(
                        json(
                                "{\"n\":[{\"ts\":3500,\"value\":\"3.5\"},{\"ts\":2500,\"value\":\"2\"},{\"ts\":1500,\"value\":\"1\"}]}"));
    }

    @Test
    void valuesAreNotAggregatedWithoutAnInterval() {
        saveThree();

        assertThat(read("keys=n&startTs=0&endTs=9000&agg=AVG&limit=1"))
                .isEqualTo(json("{\"n\":[{\"ts\":3000,\"value\":\"3.5\"}]}"));
        assertThat(read("keys=n&startTs=0&endTs=9000&agg=AVG&interval=0&limit=1"))
                .isEqualTo(json("{\"n\":[{\"ts\":3000,\"value\":\"3.5\"}]}"));
    }

    @Test
    void valuesThatAreNoNumbersAreCountedAndTextsCompared() {
        save(
                """
                [{"ts":1,"values":{"text":"pear","flag":true,"json":{"x":1}}},
                 {"ts":2,"values":{"text":"apple","flag":false}}]
                """);
        String range = "keys=text,flag,json&startTs=0&endTs=10&interval=10&agg=";

        assertThat(read(range + "COUNT"))
                .isEqualTo(
                        json(
                                """
                                {"text":[{"ts":5,"value":"2"}],"flag":[{"ts":5,"value":"2"}],
                                 "json":[{"ts":5,"value":"1"}]}
                                """));
        assertThat(read(range + "MIN"))
                .isEqualTo(json("{\"text\":[{\"ts\":5,\"value\":\"apple\"}]}"));
        assertThat(read(range + "AVG")).isEqualTo(json("{}"));
    }

    @Test
    void monthsAreThoseOfTheTimeZone() {
        for (String time : List.of("2026-03-15T12:00:00Z", "2026-03-31T22:30:00Z")) {
            save("{\"ts\":%d,\"values\":{\"n\":1}}".formatted(Instant.parse(time).toEpochMilli()));
        }
        String range =
                "keys=n&agg=COUNT&intervalType=MONTH&startTs=%d&endTs=%d"
                        .formatted(
                                Instant.parse("2026-03-10T00:00:00Z").toEpochMilli(),
                                Instant.parse("2026-05-01T00:00:00Z").toEpochMilli());

        assertThat(counts(range)).containsExactly("2");
        assertThat(counts(range + "&timeZone=Europe/Berlin")).containsExactly("1", "1");
    }

    @ParameterizedTest
    @CsvSource({"WEEK,2", "WEEK_ISO,1", "MONTH,1", "QUARTER,1"})
    void everyUnitOfTheCalendarIsAnInterval(String unit, int intervals) {
        // A Saturday and the Sunday after it.
        for (String time : List.of("2026-03-07T12:00:00Z", "2026-03-08T12:00:00Z")) {
            save("{\"ts\":%d,\"values\":{\"n\":1}}".formatted(Instant.parse(time).toEpochMilli()));
        }

        assertThat(
                        counts(
                                "keys=n&agg=COUNT&startTs=%d&endTs=%d&intervalType=%s"
                                        .formatted(
                                                Instant.parse("2026-03-02T00:00:00Z")
                                                        .toEpochMilli(),
                                                Instant.parse("2026-03-31T00:00:00Z")
                                                        .toEpochMilli(),
                                                unit)))
                .hasSize(intervals);
    }

    @Test
    void aRangeUpToTheEndOfTimeHasIntervals() {
        saveThree();
        String range = "keys=n&agg=COUNT&startTs=1000&endTs=9223372036854775807";

        assertThat(counts(range + "&interval=9223372036854775807")).containsExactly("3");
        assertThat(
                        admin.get(series + "/values/timeseries?intervalType=QUARTER&" + range)
                                .expect(400)
                                .body())
                .isEqualTo("interval: more than 700 intervals between startTs and endTs");
        read(
                "keys=n&agg=COUNT&intervalType=MONTH&startTs=9223372036854775000&endTs=9223372036854775807");
    }

    private List<String> counts(String query) {
        return read(query)
                .path("n")
                .valueStream()
                .map(count -> count.path("value").stringValue())
                .toList();
    }
}
