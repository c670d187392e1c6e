// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.language;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An instance that takes and returns messages. The methods are those of {@link Script}; they throw {@link
 * ScriptException}, or {@link LimitExceededException} if the script exceeded a limit.
 */
public interface ScriptInstance extends ProgramInstance {

    boolean filter(RuleMessage message);

    Set<String> labels(RuleMessage message);

    List<RuleMessage> transform(RuleMessage message);

    RuleMessage generate(RuleMessage previous);

    JsonNode json(RuleMessage message);

    String text(RuleMessage message);
}
