// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** Describes errors in JSON. */
public final class JsonErrors {

    /** Where a structure began, which is never known, and the names of methods that set limits. */
    private static final Pattern INTERNALS =
            Pattern.compile(" ?\\(start marker at \\[Source.*?]\\)|, from `[^`]*`");

    private JsonErrors() {}

    /** Returns what is wrong with the JSON, without internals of the parser. */
    public static String describe(JacksonException error) {
        return INTERNALS.matcher(error.getOriginalMessage()).replaceAll("");
    }
}
