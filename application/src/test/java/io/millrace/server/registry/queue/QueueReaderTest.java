// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.SubmitStrategy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class QueueReaderTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration THREE_SECONDS = Duration.ofSeconds(3);
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    /** As ThingsBoard exports a queue. */
    private static ObjectNode queue() {
        return (ObjectNode)
                JSON.readTree(
                        """
                        {"id": null, "name": "Strict", "topic": "tb_rule_engine.strict", "pollInterval": 25, "partitions": 10,
                         "consumerPerPartition": true, "packProcessingTimeout": 20000,
                         "submitStrategy": {"type": "BURST", "batchSize": 1000},
                         "processingStrategy": {"type": "SKIP_ALL_FAILURES", "retries": 3, "failurePercentage": 0.0,
                                                "pauseBetweenRetries": 3, "maxPauseBetweenRetries": 60},
                         "additionalInfo": {"description": "one by one"}}
                        """);
    }

    private static ObjectNode withProcessing(String field, String json) {
        ObjectNode queue = queue();
        ((ObjectNode) queue.path("processingStrategy")).set(field, JSON.readTree(json));
        return queue;
    }

    private static ObjectNode withSubmission(String json) {
        ObjectNode queue = queue();
        queue.set("submitStrategy", JSON.readTree(json));
        return queue;
    }

    private static ObjectNode with(String field, String json) {
        ObjectNode queue = queue();
        queue.set(field, JSON.readTree(json));
        return queue;
    }

    private static QueueReading.Read read(JsonNode json) {
        QueueReading reading = QueueReader.read(json);
        assertThat(reading).isInstanceOf(QueueReading.Read.class);
        return (QueueReading.Read) reading;
    }

    private static List<String> faults(JsonNode json) {
        QueueReading reading = QueueReader.read(json);
        assertThat(reading).isInstanceOf(QueueReading.Refused.class);
        return ((QueueReading.Refused) reading).faults();
    }

    private static RetryPolicy policy(JsonNode json) {
        return read(json).document().definition(TenantId.SYSTEM).retry();
    }

    @Test
    void aQueueKeepsItsValuesAndIsReadWithoutAWarning() {
        QueueReading.Read read = read(queue());

        assertThat(read.warnings()).isEmpty();
        assertThat(read.document())
                .isEqualTo(
                        new QueueDocument(
                                "Strict",
                                "tb_rule_engine.strict",
                                25,
                                10,
                                true,
                                20_000,
                                new SubmitStrategyDocument(SubmitStrategy.BURST, 1_000),
                                new Processing(
                                        ProcessingStrategyType.SKIP_ALL_FAILURES,
                                        3,
                                        false,
                                        0,
                                        3,
                                        60),
                                queue().path("additionalInfo")));
    }

    @Test
    void aDefinitionSaysWhatTheEngineDoes() {
        TenantId tenant = new TenantId(UUID.randomUUID());
        ObjectNode queue = withSubmission("{\"type\":\"BATCH\",\"batchSize\":7}");

        assertThat(read(queue).document().definition(tenant))
                .isEqualTo(
                        new QueueDefinition(
                                new QueueKey(tenant, "Strict"),
                                "tb_rule_engine.strict",
                                10,
                                SubmitStrategy.BATCH,
                                7,
                                Duration.ofSeconds(20),
                                RetryPolicy.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        "SKIP_ALL_FAILURES,               1, false, false, 0,  0, false",
        "SKIP_ALL_FAILURES_AND_TIMED_OUT, 1, false, false, 0,  0, false",
        "RETRY_ALL,                       4, true,  true,  3, 60, false",
        "RETRY_FAILED,                    4, true,  false, 3, 60, false",
        "RETRY_TIMED_OUT,                 4, false, true,  3, 60, false",
        "RETRY_FAILED_AND_TIMED_OUT,      4, true,  true,  3, 60, false",
        "DROP,                            1, false, false, 0,  0, true"
    })
    void eachProcessingStrategyBecomesAPolicyThatOnlyDropForgetsBy(
            String type,
            int attempts,
            boolean onFailure,
            boolean onTimeout,
            int minBackoff,
            int maxBackoff,
            boolean discard) {
        assertThat(policy(withProcessing("type", "\"" + type + "\"")))
                .isEqualTo(
                        new RetryPolicy(
                                attempts,
                                onFailure,
                                onTimeout,
                                Duration.ofSeconds(minBackoff),
                                Duration.ofSeconds(maxBackoff),
                                discard));
    }

    @Test
    void retryAllIsReadAsAStrategyThatRepeatsNoSuccessAndSaysSo() {
        QueueReading.Read read = read(withProcessing("type", "\"RETRY_ALL\""));

        assertThat(read.document().processingStrategy().type())
                .isEqualTo(ProcessingStrategyType.RETRY_FAILED_AND_TIMED_OUT);
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .contains("RETRY_ALL", "RETRY_FAILED_AND_TIMED_OUT");
    }

    @ParameterizedTest
    @EnumSource(names = {"RETRY_FAILED", "RETRY_TIMED_OUT", "RETRY_FAILED_AND_TIMED_OUT"})
    void noRetriesAreReadAsFiveAndSaySo(ProcessingStrategyType type) {
        ObjectNode queue = withProcessing("type", "\"" + type + "\"");
        ((ObjectNode) queue.path("processingStrategy")).put("retries", 0);

        QueueReading.Read read = read(queue);

        assertThat(read.document().processingStrategy().retries()).isEqualTo(5);
        assertThat(policy(queue).maxAttempts()).isEqualTo(6);
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .startsWith("processingStrategy.retries: 0 means")
                .contains("read as 5", "unlimited");
    }

    @Test
    void retriesWithoutEndMustBeAskedForByTheirName() {
        ObjectNode queue = withProcessing("type", "\"RETRY_FAILED\"");
        ((ObjectNode) queue.path("processingStrategy")).put("retries", 0).put("unlimited", true);

        assertThat(read(queue).warnings()).isEmpty();
        assertThat(policy(queue))
                .isEqualTo(
                        new RetryPolicy(
                                RetryPolicy.UNLIMITED,
                                true,
                                false,
                                THREE_SECONDS,
                                A_MINUTE,
                                false));
        ((ObjectNode) queue.path("processingStrategy")).put("retries", 3);
        assertThat(faults(queue))
                .singleElement()
                .asString()
                .startsWith("processingStrategy.retries:");
        ((ObjectNode) queue.path("processingStrategy")).remove("retries");
        assertThat(policy(queue).maxAttempts()).isEqualTo(RetryPolicy.UNLIMITED);
    }

    @Test
    void aStrategyWithoutRetriesKeepsTheNumberThatItDoesNotLookAt() {
        QueueReading.Read read = read(withProcessing("retries", "0"));

        assertThat(read.document().processingStrategy().retries()).isZero();
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void aShortDeadlineIsRaisedAndSaysSo() {
        QueueReading.Read read = read(with("packProcessingTimeout", "2000"));

        assertThat(read.document().packProcessingTimeout()).isEqualTo(10_000);
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .contains("packProcessingTimeout", "2000", "10000");
        assertThat(read(with("packProcessingTimeout", "10000")).warnings()).isEmpty();
    }

    @Test
    void whatHasBeenReadIsReadAgainWithoutAnyWarning() {
        ObjectNode queue = withProcessing("type", "\"RETRY_ALL\"");
        ((ObjectNode) queue.path("processingStrategy")).put("retries", 0);
        queue.put("packProcessingTimeout", 2_000);
        QueueReading.Read first = read(queue);

        QueueReading.Read second = read(JSON.valueToTree(first.document()));

        assertThat(first.warnings()).hasSize(3);
        assertThat(second.warnings()).isEmpty();
        assertThat(second.document()).isEqualTo(first.document());
    }

    @Test
    void whatIsLeftOutHasItsDefault() {
        JsonNode queue =
                JSON.readTree(
                        """
                        {"name": "Pumps", "submitStrategy": {"type": "BURST"}, "processingStrategy": {"type": "RETRY_FAILED"}}
                        """);

        assertThat(read(queue).warnings()).isEmpty();
        assertThat(read(queue).document())
                .isEqualTo(
                        new QueueDocument(
                                "Pumps",
                                "tb_rule_engine.pumps",
                                25,
                                48,
                                true,
                                10_000,
                                new SubmitStrategyDocument(SubmitStrategy.BURST, 1_000),
                                new Processing(
                                        ProcessingStrategyType.RETRY_FAILED, 5, false, 0, 5, 5),
                                null));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BATCH")
    void onlyBatchesNeedASize(SubmitStrategy type) {
        ObjectNode queue = withSubmission("{\"type\":\"%s\",\"batchSize\":0}".formatted(type));

        QueueDefinition definition = read(queue).document().definition(TenantId.SYSTEM);

        assertThat(definition.submit()).isEqualTo(type);
        assertThat(definition.maxRunning()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"BATCH\"}",
                "{\"type\":\"BATCH\",\"batchSize\":null}",
                "{\"type\":\"BATCH\",\"batchSize\":0}",
                "{\"type\":\"BURST\",\"batchSize\":-1}",
                "{\"type\":\"BURST\",\"batchSize\":\"many\"}"
            })
    void refusesABatchSizeThatIsNone(String submission) {
        assertThat(faults(withSubmission(submission)))
                .singleElement()
                .asString()
                .startsWith("submitStrategy.batchSize: expected a whole number from");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name                  | null     | name: expected a name; it is missing or empty",
                "name                  | \"\"     | name: expected a name; it is missing or empty",
                "name                  | \"a b\"  | name: expected letters, digits, '.', '_' and '-' only, got 'a b'",
                "name                  | 5        | name: expected a text, got 5",
                "topic                 | \"a/b\"  | topic: expected letters, digits, '.', '_' and '-' only, got 'a/b'",
                "topic                 | \"..\"   | topic: expected a topic that Kafka allows, got '..'",
                "topic                 | {}       | topic: expected a text, got {}",
                "pollInterval          | 0        | pollInterval: expected a whole number from 1 to 86400000, got 0",
                "partitions            | 0        | partitions: expected a whole number from 1 to 1000, got 0",
                "partitions            | 1001     | partitions: expected a whole number from 1 to 1000, got 1001",
                "partitions            | 1.5      | partitions: expected a whole number from 1 to 1000, got 1.5",
                "partitions            | 99999999999 | partitions: expected a whole number from 1 to 1000, got 99999999999",
                "consumerPerPartition  | \"yes\"  | consumerPerPartition: expected true or false, got \"yes\"",
                "packProcessingTimeout | 0        | packProcessingTimeout: expected a whole number from 1 to 86400000, got 0",
                "submitStrategy        | null     | submitStrategy: expected a JSON object; it is missing",
                "submitStrategy        | {}       | submitStrategy.type: expected one of BURST, BATCH, SEQUENTIAL_BY_ORIGINATOR, SEQUENTIAL_BY_TENANT, SEQUENTIAL; it is missing",
                "submitStrategy        | {\"type\":\"FAST\"} | submitStrategy.type: expected one of BURST, BATCH, SEQUENTIAL_BY_ORIGINATOR, SEQUENTIAL_BY_TENANT, SEQUENTIAL, got \"FAST\"",
                "processingStrategy    | []       | processingStrategy: expected a JSON object, got []",
                "additionalInfo        | 5        | additionalInfo: expected a JSON object, got 5"
            })
    void namesTheFieldThatCannotBe(String field, String json, String fault) {
        assertThat(faults(with(field, json))).contains(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type                   | \"RETRY\" | processingStrategy.type: expected one of SKIP_ALL_FAILURES, SKIP_ALL_FAILURES_AND_TIMED_OUT, RETRY_FAILED, RETRY_TIMED_OUT, RETRY_FAILED_AND_TIMED_OUT, DROP, RETRY_ALL, got \"RETRY\"",
                "retries                | -1        | processingStrategy.retries: expected a whole number from 0 to 1000000, got -1",
                "pauseBetweenRetries    | -1        | processingStrategy.pauseBetweenRetries: expected a whole number from 0 to 86400, got -1",
                "maxPauseBetweenRetries | -1        | processingStrategy.maxPauseBetweenRetries: expected a whole number from 0 to 86400, got -1",
                "maxPauseBetweenRetries | 2         | processingStrategy.maxPauseBetweenRetries: expected at least the 3 seconds of pauseBetweenRetries, got 2",
                "failurePercentage      | 100.1     | processingStrategy.failurePercentage: expected a number from 0 to 100, got 100.1",
                "failurePercentage      | -1        | processingStrategy.failurePercentage: expected a number from 0 to 100, got -1",
                "unlimited              | 1         | processingStrategy.unlimited: expected true or false, got 1"
            })
    void namesTheFieldOfTheProcessingStrategyThatCannotBe(String field, String json, String fault) {
        assertThat(faults(withProcessing(field, json))).containsExactly(fault);
    }

    @Test
    void tellsAllFaultsAtOnce() {
        ObjectNode queue = withProcessing("retries", "-1");
        queue.put("name", "a b").put("partitions", 0).put("packProcessingTimeout", 0);

        assertThat(faults(queue))
                .extracting(fault -> fault.substring(0, fault.indexOf(':')))
                .containsExactly(
                        "name",
                        "partitions",
                        "packProcessingTimeout",
                        "processingStrategy.retries");
    }

    @Test
    void aTopicHasAtMostTwoHundredCharactersAlsoWhereTheNameMakesIt() {
        String longest = "x".repeat(200);
        ObjectNode nameless = queue().put("name", longest);
        nameless.remove("topic");

        assertThat(read(queue().put("topic", longest)).document().topic()).isEqualTo(longest);
        assertThat(faults(queue().put("topic", longest + "x"))).hasSize(1);
        assertThat(faults(nameless))
                .containsExactly("topic: expected at most 200 characters, got 215");
        assertThat(faults(queue().put("name", "x".repeat(256)))).hasSize(1);
    }

    @Test
    void aChangeMayLeaveOutWhatNeverChanges() {
        QueueDocument stored = read(queue()).document();
        ObjectNode change = withSubmission("{\"type\":\"SEQUENTIAL\"}");
        change.remove(List.of("name", "topic", "partitions"));

        QueueReading.Read read = (QueueReading.Read) QueueReader.read(change, stored);

        assertThat(read.document().name()).isEqualTo("Strict");
        assertThat(read.document().topic()).isEqualTo("tb_rule_engine.strict");
        assertThat(read.document().partitions()).isEqualTo(10);
        assertThat(read.document().submitStrategy().type()).isEqualTo(SubmitStrategy.SEQUENTIAL);
        assertThat(change.has("name")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "null", "\"Main\""})
    void refusesWhatIsNoObject(String json) {
        assertThat(faults(JSON.readTree(json)))
                .singleElement()
                .asString()
                .startsWith("expected a JSON object");
    }
}
