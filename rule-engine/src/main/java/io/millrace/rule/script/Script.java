// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.RuleMessage;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;

/**
 * A compiled script: the body of a function of a message's payload, metadata and type. Each call runs under limits on
 * time and memory, keeps no state for the next, and never blocks the caller's thread. Safe for use by many threads. A
 * stage fails with {@link ScriptException} if the script throws, exceeds a limit or returns a value that the method
 * does not accept.
 */
public interface Script extends AutoCloseable {

    /** Runs the script as a filter: it must return a boolean. */
    CompletionStage<Boolean> filter(RuleMessage message);

    /** Runs the script as a switch: it must return a label or an array of labels. */
    CompletionStage<Set<String>> labels(RuleMessage message);

    /**
     * Runs the script as a transformation: it must return an object, or an array of objects, with any of the members
     * {@code msg}, {@code metadata} and {@code msgType}. The resulting messages keep everything else of the input
     * message, its id included.
     */
    CompletionStage<List<RuleMessage>> transform(RuleMessage message);

    /**
     * Runs the script as a generator: it must return an object with any of the members {@code msg}, {@code metadata}
     * and {@code msgType}; missing members are taken from the given message.
     */
    CompletionStage<RuleMessage> generate(RuleMessage previous);

    /** Runs the script for any JSON value; JSON null if it returns nothing. */
    CompletionStage<JsonNode> json(RuleMessage message);

    /**
     * Runs the script for a text: TBEL results other than strings are serialised to JSON, JavaScript must return a
     * string.
     */
    CompletionStage<String> text(RuleMessage message);

    @Override
    void close();
}
