// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import io.millrace.message.RuleMessage;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.geo.Numbers;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.Template;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;

/** Reads one argument of a message. */
@FunctionalInterface
interface ArgumentReader {

    /** Returns the argument; fails if it is missing without a default, or is no number. */
    CompletionStage<Double> of(RuleMessage message);

    /**
     * Returns the reader of a configured argument.
     *
     * @param field path of the argument in the configuration
     * @throws InvalidConfigurationException if a constant is no number
     */
    static ArgumentReader by(
            String field,
            MathArgument argument,
            AttributeStore attributes,
            TimeseriesReads series) {
        Template key = Template.of(argument.key());
        return switch (argument.type()) {
            case CONSTANT -> {
                double constant = constant(field, argument.key());
                yield _ -> CompletableFuture.completedStage(constant);
            }
            case MESSAGE_BODY -> message -> inBody(message, key.resolve(message), argument);
            case MESSAGE_METADATA -> message -> inMetadata(message, key.resolve(message), argument);
            case ATTRIBUTE ->
                    message -> {
                        String name = key.resolve(message);
                        return attributes
                                .find(
                                        message.tenant(),
                                        message.originator(),
                                        argument.scope(),
                                        List.of(name))
                                .thenApply(found ->
                                        stored(
                                                found.stream()
                                                        .findFirst()
                                                        .map(each -> each.keyValue().value()),
                                                name,
                                                argument));
                    };
            case TIME_SERIES ->
                    message -> {
                        String name = key.resolve(message);
                        return series.latest(message.tenant(), message.originator(), List.of(name))
                                .thenApply(found ->
                                        stored(
                                                Optional.ofNullable(found.get(name))
                                                        .map(TimedValue::value),
                                                name,
                                                argument));
                    };
        };
    }

    private static double constant(String field, String number) {
        try {
            return Numbers.of(field + ".key", number);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(String.valueOf(e.getMessage()), e);
        }
    }

    private static CompletionStage<Double> inBody(
            RuleMessage message, String key, MathArgument argument) {
        JsonNode value = message.payload().json().path(key);
        boolean missing =
                value.isMissingNode()
                        || value.isNull()
                        || (value.isString() && value.stringValue().isBlank());
        return CompletableFuture.completedStage(
                missing ? otherwise(key, argument) : Numbers.of(key, value));
    }

    private static CompletionStage<Double> inMetadata(
            RuleMessage message, String key, MathArgument argument) {
        String value = message.metadata().get(key);
        return CompletableFuture.completedStage(
                value == null || value.isBlank()
                        ? otherwise(key, argument)
                        : Numbers.of(key, value));
    }

    private static double stored(Optional<Value> found, String key, MathArgument argument) {
        if (found.isEmpty()) {
            return otherwise(key, argument);
        }
        return switch (found.get()) {
            case Value.LongValue(long number) -> number;
            case Value.DoubleValue(double number) -> number;
            case Value.StringValue(String text) -> Numbers.of(key, text);
            case Value.BooleanValue _, Value.JsonValue _ ->
                    throw new IllegalArgumentException(
                            "%s: must be a number, not %s".formatted(key, found.get().asJson()));
        };
    }

    private static double otherwise(String key, MathArgument argument) {
        Double value = argument.defaultValue();
        if (value == null) {
            throw new NoSuchElementException("%s: must be a number, but is missing".formatted(key));
        }
        return value;
    }
}
