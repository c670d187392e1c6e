// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.language.ScriptInstance;
import io.millrace.rule.script.tbel.function.TbelValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mvel2.MVEL;
import tools.jackson.databind.JsonNode;

/** A compiled TBEL script for one thread. Each call has its own context and variables. */
final class TbelInstance implements ScriptInstance {

    /** The return value of a script, with its converter. */
    private record Result(@Nullable Object value, TbelValues values) {}

    private final Object compiled;
    private final TbelOperators operators;
    private final TbelErrors errors;
    private final ArgumentNames names;
    private final boolean readsMetadata;
    private final ScriptSettings settings;
    private volatile @Nullable TbelContext context;
    private volatile boolean stopped;

    /** @param readsMetadata false if the text of the script does not name the metadata */
    TbelInstance(
            Object compiled,
            TbelOperators operators,
            TbelErrors errors,
            ArgumentNames names,
            boolean readsMetadata,
            ScriptSettings settings) {
        this.compiled = compiled;
        this.operators = operators;
        this.errors = errors;
        this.names = names;
        this.readsMetadata = readsMetadata;
        this.settings = settings;
    }

    @Override
    public boolean filter(RuleMessage message) {
        return call(
                message,
                result -> {
                    if (result.value instanceof Boolean bool) {
                        return bool;
                    }
                    throw expected("a boolean", result.value);
                });
    }

    @Override
    public Set<String> labels(RuleMessage message) {
        return call(
                message,
                result -> {
                    if (result.value instanceof String label) {
                        return Set.of(label);
                    }
                    Set<String> labels = new LinkedHashSet<>();
                    for (Object each : elements(result.value, "a string or a list of strings")) {
                        if (!(each instanceof String label)) {
                            throw expected("a string as label", each);
                        }
                        labels.add(label);
                    }
                    return labels;
                });
    }

    @Override
    public RuleMessage generate(RuleMessage previous) {
        return call(
                previous,
                result -> {
                    if (result.value instanceof Map<?, ?> map) {
                        return change(previous, map, result.values);
                    }
                    throw expected("a map", result.value);
                });
    }

    @Override
    public JsonNode json(RuleMessage message) {
        return call(message, result -> result.values.toJson(result.value));
    }

    @Override
    public String text(RuleMessage message) {
        return call(
                message,
                result ->
                        result.value instanceof String text
                                ? result.values.toText(text)
                                : result.values.toJson(result.value).toString());
    }

    @Override
    public List<RuleMessage> transform(RuleMessage message) {
        return call(
                message,
                result -> {
                    if (result.value instanceof Map<?, ?> map) {
                        return List.of(change(message, map, result.values));
                    }
                    List<RuleMessage> messages = new ArrayList<>();
                    for (Object each : elements(result.value, "a map or a list of maps")) {
                        if (!(each instanceof Map<?, ?> map)) {
                            throw expected("a map as message", each);
                        }
                        messages.add(change(message, map, result.values));
                    }
                    if (messages.isEmpty()) {
                        throw new ScriptException(
                                "expected at least one message, got an empty list");
                    }
                    return messages;
                });
    }

    private static RuleMessage change(RuleMessage message, Map<?, ?> result, TbelValues values) {
        RuleMessage changed = message;
        Object msg = result.get("msg");
        if (msg != null) {
            changed = changed.withPayload(Payload.of(values.toJson(msg)));
        }
        Object metadata = result.get("metadata");
        if (metadata != null) {
            changed = changed.withMetadata(metadataOf(message.metadata(), metadata, values));
        }
        Object type = result.get("msgType");
        if (type != null) {
            String text = values.toText(type);
            changed = text.isEmpty() ? changed : changed.withType(text);
        }
        return changed;
    }

    /** Metadata that the script has not changed stay the same object, so that they are not kept twice. */
    private static Metadata metadataOf(Metadata before, Object metadata, TbelValues values) {
        if (!(metadata instanceof Map<?, ?> map)) {
            throw expected("a map as metadata", metadata);
        }
        if (before.values().equals(map)) {
            return before;
        }
        List<String> keysAndValues = new ArrayList<>(2 * map.size());
        map.forEach((key, value) -> {
            if (key != null && value != null) {
                keysAndValues.add(values.toText(key));
                keysAndValues.add(values.toText(value));
            }
        });
        return Metadata.of(keysAndValues.toArray(String[]::new));
    }

    private <R> R call(RuleMessage message, Function<Result, R> reader) {
        TbelContext own = new TbelContext(settings, operators, sizeOfArguments(message));
        context = own;
        if (stopped) {
            own.stop();
        }
        try {
            TbelValues values = new TbelValues(own, settings.maxResult());
            Map<String, @Nullable Object> variables = HashMap.newHashMap(8);
            variables.put(names.msg(), values.argument(message.payload().json()));
            if (readsMetadata) {
                variables.put(names.metadata(), values.argument(message.metadata().values()));
            }
            variables.put(names.msgType(), message.type());
            Object value = MVEL.executeExpression(compiled, own, variables);
            return reader.apply(new Result(value, values));
        } catch (ScriptException | LimitExceededException e) {
            throw e;
        } catch (MalformedPayloadException e) {
            throw new ScriptException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | AssertionError e) {
            // The library has no common type for errors in a script.
            throw errors.translate(e);
        } finally {
            context = null;
        }
    }

    private int sizeOfArguments(RuleMessage message) {
        int payload = message.payload().estimatedLength();
        return readsMetadata ? payload + message.metadata().length() : payload;
    }

    private static Collection<?> elements(@Nullable Object value, String what) {
        return switch (value) {
            case Collection<?> collection -> collection;
            case Object[] array -> Arrays.asList(array);
            case null, default -> throw expected(what, value);
        };
    }

    private static ScriptException expected(String what, @Nullable Object value) {
        String got =
                switch (value) {
                    case null -> "null";
                    case String _ -> "a string";
                    case Number _ -> "a number";
                    case Boolean _ -> "a boolean";
                    case Map<?, ?> _ -> "a map";
                    case Collection<?> _ -> "a list";
                    default -> value.getClass().getSimpleName();
                };
        return new ScriptException("expected %s, got %s".formatted(what, got));
    }

    @Override
    public void stop() {
        stopped = true;
        TbelContext running = context;
        if (running != null) {
            running.stop();
        }
    }

    @Override
    public boolean isReusable() {
        return true;
    }

    @Override
    public void close() {}
}
