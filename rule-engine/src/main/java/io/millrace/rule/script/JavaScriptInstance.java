// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A script in a context of its own. Arguments go in and results come out as JSON text, so that what the script sees
 * are plain objects of its language in every respect.
 */
final class JavaScriptInstance implements ScriptInstance {

    /**
     * What the text of a script tells about it, rather once too often.
     *
     * @param needsMetadata whether it reads metadata
     * @param defersWork whether it may leave work to the moment after a call
     * @param hasPrivateNames whether it may put private members on objects that all calls share
     */
    record Traits(boolean needsMetadata, boolean defersWork, boolean hasPrivateNames) {}

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Context context;
    private final Traits traits;
    private final int maxResult;
    private final Value filter;
    private final Value labels;
    private final Value transform;
    private final Value generate;
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
                        .execute(context.eval(script), traits.needsMetadata(), traits.defersWork());
        this.filter = bound.getMember("filter");
        this.labels = bound.getMember("labels");
        this.transform = bound.getMember("transform");
        this.generate = bound.getMember("generate");
        this.json = bound.getMember("json");
        this.text = bound.getMember("text");
        this.tainted = bound.getMember("tainted");
    }

    @Override
    public boolean filter(RuleMessage message) {
        Value result = call(filter, message);
        if (!result.isBoolean()) {
            throw complaint(result.asString());
        }
        return result.asBoolean();
    }

    @Override
    public Set<String> labels(RuleMessage message) {
        String result = textOf(call(labels, message));
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
        return textOf(call(text, message)).substring(1);
    }

    @Override
    public List<RuleMessage> transform(RuleMessage message) {
        String result = textOf(call(transform, message));
        if (result.equals("\n\n")) {
            return List.of(message);
        }
        String[] lines = result.split("\n", -1);
        if (lines.length == 3) {
            return List.of(change(message, lines, 0));
        }
        List<RuleMessage> all = new ArrayList<>(lines.length / 3);
        for (int i = 0; i < lines.length; i += 3) {
            all.add(change(message, lines, i));
        }
        return all;
    }

    @Override
    public RuleMessage generate(RuleMessage previous) {
        return change(previous, textOf(call(generate, previous)).split("\n", -1), 0);
    }

    @Override
    public JsonNode json(RuleMessage message) {
        return JSON.readTree(textOf(call(json, message)).substring(1));
    }

    private static RuleMessage change(RuleMessage message, String[] lines, int i) {
        RuleMessage changed = message;
        if (!lines[i].isEmpty()) {
            changed = changed.withPayload(Payload.ofText(lines[i]));
        }
        if (!lines[i + 1].isEmpty()) {
            changed = changed.withMetadata(metadataOf(lines[i + 1]));
        }
        if (!lines[i + 2].isEmpty()) {
            changed = changed.withType(JSON.readTree(lines[i + 2]).stringValue());
        }
        return changed;
    }

    private static Metadata metadataOf(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        JSON.readTree(text).forEachEntry((key, value) -> values.put(key, value.stringValue()));
        return Metadata.of(values);
    }

    private String textOf(Value result) {
        String text = result.asString();
        if (text.length() > maxResult) {
            throw new LimitExceededException(
                    "expected a result of at most %d characters, but got %d"
                            .formatted(maxResult, text.length()));
        }
        if (text.startsWith("!")) {
            throw complaint(text);
        }
        return text;
    }

    private static ScriptException complaint(String text) {
        return new ScriptException(text.substring(1));
    }

    private Value call(Value function, RuleMessage message) {
        String metadata =
                traits.needsMetadata()
                        ? JSON.writeValueAsString(message.metadata().values())
                        : "{}";
        try {
            return function.execute(message.payload().text(), metadata, message.type());
        } catch (PolyglotException e) {
            if (e.isResourceExhausted()) {
                reusable = false;
                throw new LimitExceededException("the script asked for more memory than there is");
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
                        // The watchdog counts the time as well, and gives the thread up.
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
