// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.queue.QueueDefinition;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.SubmitStrategy;
import io.millrace.server.web.api.DocumentRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads queues in ThingsBoard's JSON: those of its API, and those of a tenant profile's {@code queueConfiguration}. A
 * definition that would forget messages there, or hold all others up, is read as one that does not, with a warning.
 */
public final class QueueReader {

    /** No attempt has less time, in milliseconds. */
    public static final int SHORTEST_DEADLINE = 10_000;

    private static final String RETRY_ALL = "RETRY_ALL";
    private static final String TOPIC_PREFIX = "tb_rule_engine.";

    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]*");
    private static final int MAX_NAME = 255;
    private static final int MAX_TOPIC = 200;
    private static final int MAX_PARTITIONS = 1_000;
    private static final int MAX_RETRIES = 1_000_000;
    private static final int DAY_IN_SECONDS = 86_400;
    private static final int DAY_IN_MILLIS = 1_000 * DAY_IN_SECONDS;

    private static final int POLL_INTERVAL = 25;
    private static final int BATCH_SIZE = 1_000;
    private static final int PAUSE = 5;

    private static final Map<String, SubmitStrategy> SUBMIT_STRATEGIES =
            Arrays.stream(SubmitStrategy.values())
                    .collect(
                            Collectors.toMap(
                                    Enum::name, type -> type, (one, _) -> one, LinkedHashMap::new));

    private static final Map<String, ProcessingStrategyType> PROCESSING_STRATEGIES =
            Arrays.stream(ProcessingStrategyType.values())
                    .collect(
                            Collectors.toMap(
                                    Enum::name, type -> type, (one, _) -> one, LinkedHashMap::new));

    static {
        PROCESSING_STRATEGIES.put(RETRY_ALL, ProcessingStrategyType.RETRY_FAILED_AND_TIMED_OUT);
    }

    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private QueueReader() {}

    /** Reads a queue that is to be made. */
    public static QueueReading read(JsonNode json) {
        return json.isObject()
                ? new QueueReader().queue(json)
                : new QueueReading.Refused(
                        List.of("expected a JSON object, got " + json.getNodeType()));
    }

    /**
     * Reads a queue that is to be changed. Name, topic and number of partitions stay as they are if they are missing.
     * Whether a name or topic differs is not checked.
     */
    public static QueueReading read(JsonNode json, QueueDocument stored) {
        if (!(json instanceof ObjectNode change)) {
            return read(json);
        }
        ObjectNode whole = change.deepCopy();
        if (isAbsent(change, "name")) {
            whole.put("name", stored.name());
        }
        if (isAbsent(change, "topic")) {
            whole.put("topic", stored.topic());
        }
        if (isAbsent(change, "partitions")) {
            whole.put("partitions", stored.partitions());
        }
        return read(whole);
    }

    private static boolean isAbsent(ObjectNode json, String field) {
        return !json.hasNonNull(field);
    }

    private QueueReading queue(JsonNode json) {
        Fields fields = new Fields(json, "", faults);
        String name = name(fields);
        String topic = topic(fields, name);
        int pollInterval = fields.whole("pollInterval", POLL_INTERVAL, 1, DAY_IN_MILLIS);
        int partitions =
                fields.whole("partitions", QueueDefinition.DEFAULT_PARTITIONS, 1, MAX_PARTITIONS);
        boolean consumerPerPartition = fields.flag("consumerPerPartition", true);
        int deadline = deadline(fields);
        Optional<SubmitStrategyDocument> submission = submission(fields.object("submitStrategy"));
        Optional<Processing> processing = processing(fields.object("processingStrategy"));
        Optional<JsonNode> additionalInfo = fields.tree("additionalInfo");
        additionalInfo
                .flatMap(DocumentRules::faultIn)
                .ifPresent(fault -> fields.fault("additionalInfo", fault));
        if (!faults.isEmpty()) {
            return new QueueReading.Refused(faults);
        }
        return new QueueReading.Read(
                new QueueDocument(
                        name,
                        topic,
                        pollInterval,
                        partitions,
                        consumerPerPartition,
                        deadline,
                        submission.orElseThrow(),
                        processing.orElseThrow(),
                        additionalInfo.orElse(null)),
                warnings);
    }

    private String name(Fields fields) {
        String name = fields.text("name").orElse("");
        if (name.isEmpty()) {
            if (faults.isEmpty()) {
                fields.fault("name", "expected a name; it is missing or empty");
            }
        } else {
            checkText(fields, "name", name, MAX_NAME);
        }
        return name;
    }

    private String topic(Fields fields, String name) {
        String topic =
                fields.text("topic")
                        .filter(text -> !text.isEmpty())
                        .orElse(TOPIC_PREFIX + name.toLowerCase(Locale.ROOT));
        if (topic.equals(".") || topic.equals("..")) {
            fields.fault("topic", "expected a topic that Kafka allows, got '" + topic + "'");
        } else if (fields.has("topic") || faults.isEmpty()) {
            checkText(fields, "topic", topic, MAX_TOPIC);
        }
        return topic;
    }

    private static void checkText(Fields fields, String field, String text, int most) {
        if (text.length() > most) {
            fields.fault(
                    field, "expected at most %d characters, got %d".formatted(most, text.length()));
        } else if (!LEGAL.matcher(text).matches()) {
            fields.fault(
                    field,
                    "expected letters, digits, '.', '_' and '-' only, got '%s'".formatted(text));
        }
    }

    private int deadline(Fields fields) {
        int timeout = fields.whole("packProcessingTimeout", SHORTEST_DEADLINE, 1, DAY_IN_MILLIS);
        if (timeout >= SHORTEST_DEADLINE) {
            return timeout;
        }
        warnings.add(
                "packProcessingTimeout: %d ms is less than any message gets here, and was read as %d"
                        .formatted(timeout, SHORTEST_DEADLINE));
        return SHORTEST_DEADLINE;
    }

    private Optional<SubmitStrategyDocument> submission(Fields fields) {
        Optional<SubmitStrategy> type = fields.choice("type", SUBMIT_STRATEGIES);
        boolean batches = type.filter(SubmitStrategy.BATCH::equals).isPresent();
        if (batches && !fields.has("batchSize")) {
            fields.fault("batchSize", "expected a whole number from 1; it is missing");
        }
        // Where nobody looks at it, ThingsBoard's own UI leaves a 0.
        int batchSize = fields.whole("batchSize", BATCH_SIZE, batches ? 1 : 0, Integer.MAX_VALUE);
        return type.map(strategy -> new SubmitStrategyDocument(strategy, batchSize));
    }

    private Optional<Processing> processing(Fields fields) {
        Optional<ProcessingStrategyType> type = fields.choice("type", PROCESSING_STRATEGIES);
        if (fields.text("type").filter(RETRY_ALL::equals).isPresent()) {
            warnings.add(
                    "processingStrategy.type: RETRY_ALL would run again what has succeeded, and was read as "
                            + ProcessingStrategyType.RETRY_FAILED_AND_TIMED_OUT);
        }
        boolean unlimited = fields.flag("unlimited", false);
        int retries = retries(fields, type, unlimited);
        int faultsBefore = faults.size();
        int pause = fields.whole("pauseBetweenRetries", PAUSE, 0, DAY_IN_SECONDS);
        int maxPause = fields.whole("maxPauseBetweenRetries", pause, 0, DAY_IN_SECONDS);
        if (maxPause < pause && faults.size() == faultsBefore) {
            fields.fault(
                    "maxPauseBetweenRetries",
                    "expected at least the %d seconds of pauseBetweenRetries, got %d"
                            .formatted(pause, maxPause));
        }
        double failurePercentage = fields.percentage("failurePercentage");
        return type.map(strategy ->
                new Processing(strategy, retries, unlimited, failurePercentage, pause, maxPause));
    }

    private int retries(Fields fields, Optional<ProcessingStrategyType> type, boolean unlimited) {
        int absent = unlimited ? 0 : RetryPolicy.DEFAULT_RETRIES;
        int retries = fields.whole("retries", absent, 0, MAX_RETRIES);
        if (unlimited && retries > 0) {
            fields.fault("retries", "expected 0 beside \"unlimited\": true, got " + retries);
        }
        boolean endless =
                retries == 0
                        && !unlimited
                        && type.filter(ProcessingStrategyType::isRetry).isPresent();
        if (!endless) {
            return retries;
        }
        warnings.add(
                "processingStrategy.retries: 0 means without end in ThingsBoard, and was read as %d; set \"unlimited\": true beside it for retries without end"
                        .formatted(RetryPolicy.DEFAULT_RETRIES));
        return RetryPolicy.DEFAULT_RETRIES;
    }
}
