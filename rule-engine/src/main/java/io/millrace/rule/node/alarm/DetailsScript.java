// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.message.RuleMessage;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptConfiguration;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.Scripts;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The script that makes the details of an alarm. It finds the former details of an active alarm as JSON text in metadata
 * {@code prevAlarmDetails}; the message that leaves the node does not have that key.
 */
final class DetailsScript implements AutoCloseable {

    static final String DEFAULT_TBEL =
            """
            var details = {};
            if (metadata.prevAlarmDetails != null) {
                details = JSON.parse(metadata.prevAlarmDetails);
            }
            return details;
            """;
    static final String DEFAULT_JS =
            """
            var details = {};
            if (metadata.prevAlarmDetails) {
                details = JSON.parse(metadata.prevAlarmDetails);
            }
            return details;
            """;

    private static final String FORMER = "prevAlarmDetails";

    private final Script script;

    private DetailsScript(Script script) {
        this.script = script;
    }

    /**
     * Compiles the script of the chosen language.
     *
     * @param language null: JavaScript
     * @throws io.millrace.rule.node.InvalidConfigurationException if it is missing or does not compile
     */
    static DetailsScript compile(
            Scripts scripts,
            @Nullable ScriptLanguage language,
            @Nullable String tbel,
            @Nullable String js) {
        return new DetailsScript(
                language == ScriptLanguage.TBEL
                        ? ScriptConfiguration.compile(
                                scripts, ScriptLanguage.TBEL, "alarmDetailsBuildTbel", tbel)
                        : ScriptConfiguration.compile(
                                scripts, ScriptLanguage.JS, "alarmDetailsBuildJs", js));
    }

    /**
     * Returns the details as JSON text; those of a script that returns nothing are an empty object.
     *
     * @param active the active alarm, or null
     * @return fails if the script fails, or if the details are too long
     */
    CompletionStage<String> details(RuleMessage message, @Nullable Alarm active) {
        RuleMessage input =
                active == null
                        ? message
                        : message.withMetadata(message.metadata().with(FORMER, active.details()));
        return script.json(input).thenApply(DetailsScript::text);
    }

    private static String text(JsonNode details) {
        String text = details.isNull() || details.isMissingNode() ? "{}" : details.toString();
        AlarmDraft.requireDetails(text);
        return text;
    }

    @Override
    public void close() {
        script.close();
    }
}
