// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.language.ScriptInstance;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A script in a context of its own. Arguments and results are passed as JSON text, so that the script sees only plain
 * JavaScript objects.
 */
final class JavaScriptInstance implements ScriptInstance {

    /**
     * Properties of a script that are derived from its text. In case of doubt a property is true.
     *
     * @param needsMetadata whether it reads metadata
     * @param defersWork whether it may leave work to run after a call
     * @param hasPrivateNames whether it may put private members on objects that all calls share
     * @param reachesGlobal whether it may reach the global object
     */
    record Traits(
            boolean needsMetadata,
            boolean defersWork,
            boolean hasPrivateNames,
            boolean reachesGlobal) {}

    /**
     * The arguments of a call, as JSON.
     *
     * @param metadata null if the script does not read it
     */
    private record Arguments(String payload, @Nullable String metadata, String type) {

        static Arguments of(RuleMessage message, Traits traits) {
            return new Arguments(
                    message.payload().text(),
                    traits.needsMetadata() ? json(message.metadata().values()) : null,
                    message.type());
        }

        /** Writes the same JSON as the mapper, in half the time. */
        private static String json(Map<String, String> values) {
            StringBuilder text = new StringBuilder(256).append('{');
            values.forEach((key, value) -> {
                text.append(text.length() == 1 ? "\"" : ",\"");
                QUOTES.quoteAsString(key, text);
                text.append("\":\"");
                QUOTES.quoteAsString(value, text);
                text.append('"');
            });
            return text.append('}').toString();
        }
    }

    private static final JsonStringEncoder QUOTES = JsonStringEncoder.getInstance();
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Context context;
    private final Traits traits;
    private final int maxResult;
    private final Value filter;
    private final Value labels;
    private final Value json;
    private final Value text;
    private final Value tainted;
    private boolean reusable = true;

    JavaScriptInstance(
            Context context,
            Source harness,
            Source script,
            Traits traits,
            ScriptSettings settings) {
        this.context = context;
        this.traits = traits;
        this.maxResult = settings.maxResult();
        Value bound =
                context.eval(harness)
                        .execute(
                                context.eval(script),
                                traits.needsMetadata(),
                                traits.defersWork(),
                                traits.reachesGlobal());
        this.filter = bound.getMember("filter");
        this.labels = bound.getMember("labels");
        this.json = bound.getMember("json");
        this.text = bound.getMember("text");
        this.tainted = bound.getMember("tainted");
    }

    @Override
    public boolean filter(RuleMessage message) {
        Value result = call(filter, Arguments.of(message, traits));
        if (!result.isBoolean()) {
            throw complaint(result.asString());
        }
        return result.asBoolean();
    }

    @Override
    public Set<String> labels(RuleMessage message) {
        String result = textOf(call(labels, Arguments.of(message, traits)));
        if (result.charAt(0) == '=') {
            return Set.of(result.substring(1));
        }
        Set<String> all = new LinkedHashSet<>();
        for (JsonNode label : JSON.readTree(result)) {
            all.add(label.stringValue());
        }
        return all;
    }

    @Override
    public String text(RuleMessage message) {
        return textOf(call(text, Arguments.of(message, traits))).substring(1);
    }

    @Override
    public List<RuleMessage> transform(RuleMessage message) {
        return JsonMessages.all(jsonOf(message), message);
    }

    @Override
    public RuleMessage generate(RuleMessage previous) {
        return JsonMessages.one(jsonOf(previous), previous);
    }

    @Override
    public JsonNode json(RuleMessage message) {
        String result = jsonOf(message);
        return result == null ? JSON.nullNode() : JSON.readTree(result);
    }

    private @Nullable String jsonOf(RuleMessage message) {
        Value result = call(json, Arguments.of(message, traits));
        return result.isNull() ? null : bounded(result.asString());
    }

    private String textOf(Value result) {
        String text = bounded(result.asString());
        if (text.startsWith("!")) {
            throw complaint(text);
        }
        return text;
    }

    private String bounded(String text) {
        if (text.length() > maxResult) {
            throw new LimitExceededException(
                    "expected a result of at most %d characters, but got %d"
                            .formatted(maxResult, text.length()));
        }
        return text;
    }

    private static ScriptException complaint(String text) {
        return new ScriptException(text.substring(1));
    }

    private Value call(Value function, Arguments arguments) {
        try {
            return function.execute(arguments.payload(), arguments.metadata(), arguments.type());
        } catch (PolyglotException e) {
            if (e.isResourceExhausted()) {
                reusable = false;
                throw new LimitExceededException(
                        "the script requested more memory than is available");
            }
            if (e.isInterrupted() || e.isCancelled()) {
                reusable = false;
                throw new LimitExceededException("the script was stopped");
            }
            reusable = e.isGuestException() && !isTainted();
            throw new ScriptException(JavaScriptLanguage.messageOf(e), e);
        }
    }

    private boolean isTainted() {
        try {
            return tainted.execute().asBoolean();
        } catch (PolyglotException _) {
            return true;
        }
    }

    @Override
    public void stop() {
        Thread.ofVirtual()
                .name("script-stop")
                .start(() -> {
                    try {
                        context.interrupt(STOP);
                    } catch (TimeoutException _) {
                        // The watchdog measures the time as well, and abandons the thread.
                    }
                });
    }

    @Override
    public boolean isReusable() {
        return reusable && !traits.hasPrivateNames();
    }

    @Override
    public void close() {
        context.close(true);
    }
}
