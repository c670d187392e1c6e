// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ProgramInstance;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.io.IOAccess;
import org.jspecify.annotations.Nullable;

/**
 * JavaScript by GraalJS, in contexts that cannot access the host: no Java, no files, no threads, no output, no
 * evaluation of strings as code. Scripts are functions in sloppy mode, as in ThingsBoard. Numbers are JavaScript's:
 * integers beyond 2<sup>53</sup> lose their last digits.
 */
public final class JavaScriptLanguage implements AutoCloseable {

    /** Must be the same object for all contexts of the engine; GraalJS rejects others. */
    private static final HostAccess NO_HOST = HostAccess.NONE;

    private static final Map<String, String> OPTIONS =
            Map.ofEntries(
                    Map.entry("js.ecmascript-version", "2025"),
                    Map.entry("js.allow-eval", "false"),
                    Map.entry("js.console", "false"),
                    Map.entry("js.print", "false"),
                    Map.entry("js.load", "false"),
                    Map.entry("js.graal-builtin", "false"),
                    Map.entry("js.polyglot-builtin", "false"),
                    Map.entry("js.java-package-globals", "false"),
                    Map.entry("js.shared-array-buffer", "false"),
                    Map.entry("js.atomics", "false"),
                    // "RegExp.$1" would show the next call the matches of this one.
                    Map.entry("js.regexp-static-result", "false"),
                    Map.entry("js.string-length-limit", "33554432"),
                    Map.entry("js.max-typed-array-length", "33554432"));

    private final int maxResult;
    private final Engine engine;
    private final Source harness;

    /** Starts the engine; results may have the given number of characters. */
    public JavaScriptLanguage(int maxResult) {
        this.maxResult = maxResult;
        this.engine =
                Engine.newBuilder("js")
                        .option("engine.WarnInterpreterOnly", "false")
                        .allowExperimentalOptions(true)
                        .out(OutputStream.nullOutputStream())
                        .err(OutputStream.nullOutputStream())
                        .in(InputStream.nullInputStream())
                        .build();
        this.harness = Source.newBuilder("js", harnessText(), "harness").buildLiteral();
    }

    private static String harnessText() {
        try (InputStream in =
                Objects.requireNonNull(
                        JavaScriptLanguage.class.getResourceAsStream("harness.js"), "harness.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a program whose instances are {@link JavaScriptInstance}s. The text has been checked before. */
    public Program program(String body, ArgumentNames names) {
        Source source = sourceOf(body, parameters(names));
        JavaScriptTraits traits = JavaScriptTraits.of(body, names);
        return new Program() {
            @Override
            public ProgramInstance instantiate() {
                return new JavaScriptInstance(newContext(), harness, source, traits, maxResult);
            }
        };
    }

    /**
     * Checks the syntax with the function constructor, which takes the body separately: in a concatenated text, braces
     * of the body could close the enclosing function.
     *
     * @throws InvalidConfigurationException if the text is no body of a function
     */
    public void check(String body, ArgumentNames names) {
        String parameters = parameters(names);
        Source source = sourceOf(body, parameters);
        try (Context context = newContext("js.allow-eval", "true")) {
            context.eval("js", "(Function)").newInstance(parameters, body);
            context.parse(source);
        } catch (PolyglotException e) {
            throw new InvalidConfigurationException("script: " + describe(e, source), e);
        } catch (StackOverflowError e) {
            throw new InvalidConfigurationException("script: it is nested too deeply", e);
        }
    }

    private String describe(PolyglotException syntaxError, Source source) {
        // The constructor counts lines in a text of its own; parsing the script again reports the
        // error with the script's lines.
        try (Context context = newContext()) {
            context.parse(source);
        } catch (PolyglotException e) {
            return messageOf(e);
        }
        return withoutPlace(firstLineOf(String.valueOf(syntaxError.getMessage())));
    }

    private static String parameters(ArgumentNames names) {
        return String.join(",", names.msg(), names.metadata(), names.msgType());
    }

    private static Source sourceOf(String body, String parameters) {
        String text = "(function(" + parameters + "){" + body + "\n})";
        return Source.newBuilder("js", text, "script").buildLiteral();
    }

    private Context newContext(String... moreOptions) {
        Context.Builder builder =
                Context.newBuilder("js")
                        .engine(engine)
                        .allowExperimentalOptions(true)
                        .allowHostAccess(NO_HOST)
                        .allowIO(IOAccess.NONE)
                        .allowPolyglotAccess(PolyglotAccess.NONE)
                        .allowEnvironmentAccess(EnvironmentAccess.NONE)
                        .allowValueSharing(false)
                        .options(OPTIONS);
        for (int i = 0; i < moreOptions.length; i += 2) {
            builder.option(moreOptions[i], moreOptions[i + 1]);
        }
        return builder.build();
    }

    /** Returns the error's text with line and column as the author counts them. */
    static String messageOf(PolyglotException e) {
        String message = firstLineOf(String.valueOf(e.getMessage()));
        SourceSection place = placeOf(e);
        if (place == null) {
            // Outside the script, only its arguments are parsed.
            return message.replaceFirst("^SyntaxError: ", "the payload is not JSON: ");
        }
        int line = place.getStartLine();
        int column = place.getStartColumn() - (line == 1 ? lengthOfHead(place.getSource()) : 0);
        return "%s (line %d, column %d)"
                .formatted(withoutPlace(message), line, Math.max(1, column));
    }

    /** Length of the text before the script's first character. */
    private static int lengthOfHead(Source source) {
        return source.getCharacters().toString().indexOf('{') + 1;
    }

    /** Removes the position in the concatenated text, which syntax errors contain. */
    private static String withoutPlace(String message) {
        return message.replaceFirst("(script|<function>):\\d+:\\d+ ", "");
    }

    private static String firstLineOf(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    private static @Nullable SourceSection placeOf(PolyglotException e) {
        if (isInScript(e.getSourceLocation())) {
            return e.getSourceLocation();
        }
        for (PolyglotException.StackFrame frame : e.getPolyglotStackTrace()) {
            if (frame.isGuestFrame() && isInScript(frame.getSourceLocation())) {
                return frame.getSourceLocation();
            }
        }
        return null;
    }

    private static boolean isInScript(@Nullable SourceSection place) {
        return place != null && place.isAvailable() && place.getSource().getName().equals("script");
    }

    @Override
    public void close() {
        engine.close(true);
    }
}
