// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.language;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A script that is ready to run in one thread, one call after the other. The methods are those of {@link Script}; they
 * throw {@link ScriptException}, or {@link LimitExceededException} if the script exceeded a limit.
 */
public interface ScriptInstance extends AutoCloseable {

    boolean filter(RuleMessage message);

    Set<String> labels(RuleMessage message);

    List<RuleMessage> transform(RuleMessage message);

    RuleMessage generate(RuleMessage previous);

    JsonNode json(RuleMessage message);

    String text(RuleMessage message);

    /** Ends the call under way as soon as the engine can. Called by another thread; returns at once. */
    void stop();

    /** True if the next call would find the same state as this one did. */
    boolean isReusable();

    @Override
    void close();
}
