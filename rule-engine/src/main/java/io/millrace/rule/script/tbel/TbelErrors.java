// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.tbel.function.RaisedError;
import io.millrace.rule.script.tbel.value.TooLargeException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mvel2.CompileException;
import org.mvel2.ScriptExecutionStoppedException;
import org.mvel2.ScriptMemoryOverflowException;

/** Translates the errors of a TBEL script for its author. */
final class TbelErrors {

    private static final String ERROR = "[Error: ";
    private static final String MEMBER_WRAPPER = "unable to access field";
    private static final String METHOD_WRAPPER = "cannot invoke method";
    private static final Pattern HOST_PACKAGES =
            Pattern.compile("\\b(?:java|org\\.mvel2|io\\.millrace)(?:\\.[a-z0-9]+)*\\.(?=[A-Z])");

    private final TbelText text;

    TbelErrors(TbelText text) {
        this.text = text;
    }

    /** Returns the error that ends the call. The library wraps the actual error, sometimes more than once. */
    RuntimeException translate(Throwable thrown) {
        CompileException placed = null;
        Throwable reason = null;
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            switch (each) {
                case TooLargeException e -> {
                    return new LimitExceededException(textOf(e) + placeOf(placed));
                }
                case ScriptMemoryOverflowException e -> {
                    return new LimitExceededException(
                            "the script uses too much memory: " + textOf(e) + placeOf(placed));
                }
                case ScriptExecutionStoppedException _ -> {
                    return new LimitExceededException("the script was stopped");
                }
                case RaisedError e -> {
                    return new ScriptException(textOf(e) + placeOf(placed), thrown);
                }
                case OutOfMemoryError e -> throw e;
                case StackOverflowError e -> throw e;
                case CompileException e -> placed = placed == null ? e : placed;
                default -> {
                    if (reason == null && each.getMessage() != null && !isWrapper(each)) {
                        reason = each;
                    }
                }
            }
        }
        return new ScriptException(describe(placed, reason, thrown), thrown);
    }

    /** True for exceptions by which the library wraps those of members and methods. */
    private static boolean isWrapper(Throwable e) {
        String message = String.valueOf(e.getMessage());
        return message.equals(MEMBER_WRAPPER) || message.startsWith(METHOD_WRAPPER);
    }

    private String describe(
            @Nullable CompileException placed, @Nullable Throwable reason, Throwable thrown) {
        if (placed == null) {
            return textOf(reason == null ? thrown : reason);
        }
        String what = textOf(placed);
        if (reason != null && isWrapper(placed)) {
            return textOf(reason) + placeOf(placed);
        }
        if (reason == null || what.contains(textOf(reason))) {
            return what + placeOf(placed);
        }
        return what.replaceFirst(": null$", "") + placeOf(placed) + ": " + textOf(reason);
    }

    /** Returns the text with line and column, if the library knows them. */
    String describe(CompileException e) {
        return textOf(e) + placeOf(e);
    }

    private String placeOf(@Nullable CompileException e) {
        if (e == null) {
            return "";
        }
        // The library calculates them in getMessage.
        String _ = e.getMessage();
        return e.getLineNumber() > 0
                ? " (line %d, column %d)"
                        .formatted(
                                e.getLineNumber(), text.columnOf(e.getLineNumber(), e.getColumn()))
                : "";
    }

    private static String textOf(Throwable e) {
        String message = e.getMessage();
        if (message == null) {
            return e.getClass().getSimpleName();
        }
        int start = message.indexOf(ERROR);
        if (start < 0) {
            return withoutPackages(message.lines().findFirst().orElse(""));
        }
        String rest = message.substring(start + ERROR.length()).lines().findFirst().orElse("");
        return withoutPackages(rest.endsWith("]") ? rest.substring(0, rest.length() - 1) : rest);
    }

    /** Removes package names; authors of scripts know at most the simple names of host classes. */
    private static String withoutPackages(String text) {
        return HOST_PACKAGES.matcher(text).replaceAll("");
    }
}
