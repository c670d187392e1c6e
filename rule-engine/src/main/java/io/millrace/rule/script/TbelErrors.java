// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import org.jspecify.annotations.Nullable;
import org.mvel2.CompileException;
import org.mvel2.ScriptExecutionStoppedException;
import org.mvel2.ScriptMemoryOverflowException;

/** What went wrong in a TBEL script, for its author. */
final class TbelErrors {

    private static final String ERROR = "[Error: ";

    private TbelErrors() {}

    /** The error that ends the call: the library wraps what matters, at times more than once. */
    static RuntimeException translate(Throwable thrown) {
        CompileException placed = null;
        Throwable cause = thrown;
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            switch (each) {
                case ScriptMemoryOverflowException e -> {
                    return new LimitExceededException(
                            "the script holds more memory than it may: " + textOf(e));
                }
                case ScriptExecutionStoppedException _ -> {
                    return new LimitExceededException("the script was stopped");
                }
                case OutOfMemoryError e -> throw e;
                case StackOverflowError e -> throw e;
                case CompileException e -> placed = placed == null ? e : placed;
                default -> {}
            }
            cause = each;
        }
        String text = placed != null ? describe(placed) : textOf(cause);
        String root = cause.getMessage();
        if (placed != null
                && root != null
                && !(cause instanceof CompileException)
                && !text.contains(root)) {
            text += ": " + root;
        }
        return new ScriptException(text, thrown);
    }

    /** The text with line and column, where the library knows them. */
    static String describe(CompileException e) {
        String text = textOf(e);
        return e.getLineNumber() > 0
                ? "%s (line %d, column %d)".formatted(text, e.getLineNumber(), e.getColumn())
                : text;
    }

    private static String textOf(@Nullable Throwable e) {
        String message = e == null ? null : e.getMessage();
        if (message == null) {
            return e == null ? "" : e.getClass().getSimpleName();
        }
        int start = message.indexOf(ERROR);
        if (start < 0) {
            return message.lines().findFirst().orElse("");
        }
        String rest = message.substring(start + ERROR.length()).lines().findFirst().orElse("");
        return rest.endsWith("]") ? rest.substring(0, rest.length() - 1) : rest;
    }
}
