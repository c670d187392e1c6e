// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which of a save node's actions are taken for a message. Holds the state for deduplication. */
@FunctionalInterface
interface ActionChoice {

    /**
     * Returns the actions to take for a message.
     *
     * @param ts the message's time in milliseconds since the epoch
     */
    Set<Action> of(RuleMessage message, long ts);

    /**
     * Creates the choice for the settings.
     *
     * @param all the actions that the node has
     * @throws InvalidConfigurationException if advanced settings lack the strategy of one of them
     */
    static ActionChoice by(ProcessingSettings settings, Set<Action> all) {
        Set<Action> none = Set.of();
        return switch (settings) {
            case ProcessingSettings.OnEveryMessage() -> (_, _) -> all;
            case ProcessingSettings.WebSocketsOnly() -> (_, _) -> Set.of(Action.WEB_SOCKETS);
            case ProcessingSettings.Deduplicate(int seconds) -> {
                Deduplication memory = new Deduplication(seconds);
                yield (message, ts) -> memory.passes(message, ts) ? all : none;
            }
            case ProcessingSettings.Advanced advanced -> eachByItsStrategy(advanced, all);
        };
    }

    private static ActionChoice eachByItsStrategy(
            ProcessingSettings.Advanced settings, Set<Action> all) {
        Map<Action, Condition> conditions = new EnumMap<>(Action.class);
        for (Action action : all) {
            conditions.put(action, condition(action, settings.strategy(action)));
        }
        return (message, ts) -> {
            Set<Action> chosen = EnumSet.noneOf(Action.class);
            conditions.forEach((action, condition) -> {
                if (condition.holds(message, ts)) {
                    chosen.add(action);
                }
            });
            return chosen;
        };
    }

    private static Condition condition(Action action, @Nullable ProcessingStrategy strategy) {
        return switch (strategy) {
            case null ->
                    throw new InvalidConfigurationException(
                            "processingSettings.%s: must be a strategy, but is missing"
                                    .formatted(action.field()));
            case ProcessingStrategy.OnEveryMessage() -> (_, _) -> true;
            case ProcessingStrategy.Skip() -> (_, _) -> false;
            case ProcessingStrategy.Deduplicate(int seconds) -> new Deduplication(seconds)::passes;
        };
    }

    /** When one action is taken. */
    @FunctionalInterface
    interface Condition {
        boolean holds(RuleMessage message, long ts);
    }
}
