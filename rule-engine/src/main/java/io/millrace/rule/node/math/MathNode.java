// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.EffectNode;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.OriginatorSequence;
import io.millrace.rule.node.Template;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesWrite;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calculates a number of a message and of stored values, and puts it into the message or stores it. The messages of one
 * originator are processed one after the other in all math nodes of an instance, so that a calculation with stored values
 * sees the result of the one before. Only the owner of an originator's partition processes its messages, so this holds
 * in a cluster too.
 */
@NodeType(
        id = "action.math",
        alias = "org.thingsboard.rule.engine.math.TbMathNode",
        group = NodeGroup.ACTION,
        name = "math function",
        description =
                "Calculates a number from the message and from stored values, and stores it or puts it into the message.",
        effect = true,
        waitsForStore = true)
public final class MathNode implements EffectNode {

    private static final Configuration DEFAULTS =
            new Configuration(
                    Operation.CUSTOM,
                    List.of(
                            new MathArgument(
                                    "x", ArgumentType.MESSAGE_BODY, "temperature", null, null)),
                    "(x - 32) / 1.8",
                    new MathResult(
                            ResultType.MESSAGE_BODY, "temperatureCelsius", 2, false, false, null));

    private final Calculation calculation;
    private final List<ArgumentReader> arguments;
    private final MathResult result;
    private final boolean integer;
    private final boolean needsBody;
    private final Template key;
    private final Ports ports;
    private final OriginatorSequence sequence;

    private MathNode(Configuration configuration, Ports ports, OriginatorSequence sequence) {
        this.calculation =
                Calculation.by(
                        configuration.operation(),
                        configuration.customFunction(),
                        configuration.arguments());
        this.arguments = readers(configuration.arguments(), ports);
        this.result = configuration.result();
        this.integer = configuration.operation().isInteger() || result.resultValuePrecision() == 0;
        this.needsBody =
                result.changesBody()
                        || configuration.arguments().stream()
                                .anyMatch(each -> each.type() == ArgumentType.MESSAGE_BODY);
        this.key = Template.of(result.key());
        this.ports = ports;
        this.sequence = sequence;
    }

    private static List<ArgumentReader> readers(List<MathArgument> arguments, Ports ports) {
        List<ArgumentReader> readers = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            readers.add(
                    ArgumentReader.by(
                            "arguments[%d]".formatted(i),
                            arguments.get(i),
                            ports.attributes(),
                            ports.reads()));
        }
        return List.copyOf(readers);
    }

    /** The ports of math nodes. */
    public record Ports(
            AttributeStore attributes,
            TimeseriesReads reads,
            TimeseriesStore series,
            DeviceNotifications devices,
            Clock clock) {}

    /**
     * Configuration of the node.
     *
     * @param arguments the operands, in their order
     * @param customFunction expression for {@link Operation#CUSTOM}; null for the others
     */
    public record Configuration(
            @NotNull @JsonPropertyDescription("What is calculated.") Operation operation,
            @NotNull @JsonPropertyDescription("The operands, in their order.")
                    List<@Valid @NotNull MathArgument> arguments,
            @JsonPropertyDescription(
                            "For CUSTOM: an expression of the arguments by their names, of at most 256 characters.")
                    @Nullable String customFunction,
            @NotNull @Valid @JsonPropertyDescription("Where the result goes.") MathResult result) {

        public Configuration {
            arguments = arguments == null ? List.of() : List.copyOf(arguments);
        }
    }

    /** Returns the definition of this node type. Its nodes share the sequence of each originator. */
    public static NodeDefinition<Configuration> definition(Ports ports) {
        OriginatorSequence sequence = new OriginatorSequence();
        return NodeDefinition.of(
                MathNode.class,
                DEFAULTS,
                (configuration, _) -> new MathNode(configuration, ports, sequence));
    }

    @Override
    public NodeResult process(RuleMessage message, NodeCall call) {
        if (needsBody && !message.payload().json().isObject()) {
            return new NodeResult.Failed(message, "the payload must be a JSON object");
        }
        return new NodeResult.Later(
                sequence.then(message.originator(), () -> calculate(message, call)));
    }

    private CompletionStage<NodeResult> calculate(RuleMessage message, NodeCall call) {
        if (!call.isWanted()) {
            return CompletableFuture.failedStage(new StoreException(CurrentCall.OVER));
        }
        double[] values = new double[arguments.size()];
        CompletionStage<Void> read = CompletableFuture.completedStage(null);
        for (int i = 0; i < values.length; i++) {
            int index = i;
            read =
                    read.thenCompose(_ -> arguments.get(index).of(message))
                            .thenAccept(value -> values[index] = value);
        }
        return read.thenCompose(_ -> leave(message, rounded(calculation.of(values)), call));
    }

    /**
     * A calculated number.
     *
     * @param exact the number itself, of which a time series keeps all decimals
     */
    private record Outcome(Value value, double exact) {}

    private Outcome rounded(double exact) {
        if (!Double.isFinite(exact)) {
            throw new ArithmeticException("the result is no finite number: " + exact);
        }
        if (integer) {
            return new Outcome(new Value.LongValue((long) exact), exact);
        }
        double value =
                BigDecimal.valueOf(exact)
                        .setScale(result.resultValuePrecision(), RoundingMode.HALF_UP)
                        .doubleValue();
        return new Outcome(new Value.DoubleValue(value), exact);
    }

    private CompletionStage<NodeResult> leave(RuleMessage message, Outcome outcome, NodeCall call) {
        String name = key.resolve(message);
        RuleMessage leaving = changed(message, name, outcome.value());
        CompletionStage<Void> stored =
                switch (result.type()) {
                    case ATTRIBUTE -> saveAttribute(message, name, outcome.value(), call);
                    case TIME_SERIES -> savePoint(message, name, outcome.exact(), call);
                    case MESSAGE_BODY, MESSAGE_METADATA -> CompletableFuture.completedStage(null);
                };
        return stored.thenApply(_ -> NodeResult.success(leaving));
    }

    private RuleMessage changed(RuleMessage message, String name, Value value) {
        RuleMessage changed = message;
        if (result.changesBody()) {
            ObjectNode body = ((ObjectNode) message.payload().json()).deepCopy();
            body.set(name, value.asJson());
            changed = changed.withPayload(Payload.of(body));
        }
        return result.changesMetadata()
                ? changed.withMetadata(changed.metadata().with(name, value.asJson().toString()))
                : changed;
    }

    private CompletionStage<Void> saveAttribute(
            RuleMessage message, String name, Value value, NodeCall call) {
        List<KeyValue> attribute = List.of(new KeyValue(name, value));
        CompletionStage<Void> saved =
                ports.attributes()
                        .save(
                                message.tenant(),
                                message.originator(),
                                result.scope(),
                                attribute,
                                ports.clock().millis(),
                                call.lease());
        boolean forDevice =
                result.scope() == AttributeScope.SHARED_SCOPE
                        && message.originator().type() == EntityType.DEVICE;
        return forDevice
                ? saved.thenAccept(_ ->
                        ports.devices()
                                .attributesSaved(
                                        message.tenant(),
                                        new DeviceId(message.originator().id()),
                                        attribute))
                : saved;
    }

    private CompletionStage<Void> savePoint(
            RuleMessage message, String name, double exact, NodeCall call) {
        KeyValue value = new KeyValue(name, new Value.DoubleValue(exact));
        return ports.series()
                .save(
                        new TimeseriesWrite(
                                message.tenant(),
                                message.originator(),
                                List.of(
                                        new TimeseriesPoint(
                                                ports.clock().millis(), List.of(value))),
                                true,
                                true,
                                0,
                                call.lease(),
                                call.broughtBy(message)));
    }
}
