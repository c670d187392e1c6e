// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.javascript;

import io.millrace.rule.script.ArgumentNames;
import java.util.List;

/**
 * Properties of a script that are derived from its text. In case of doubt a property is true.
 *
 * @param readsMetadata whether it may read metadata; metadata of which the name does not occur, and cannot be written
 *     with escapes, is not passed
 * @param defersWork whether it may leave work to run after a call. Only async functions and imports create promises,
 *     and neither keyword can be written with escapes
 * @param hasPrivateNames whether it may put private members on objects that all calls share. A constructor that returns
 *     its argument puts private members on any object, frozen or not. Neither the sign nor the keyword can be written
 *     with escapes
 * @param reachesGlobal whether it may reach the global object. Library functions never return it, so it is reachable
 *     only by a few names: a method of {@code super} receives it if a function has no other {@code this}, and {@code
 *     __proto__} alone is a property of it
 */
public record JavaScriptTraits(
        boolean readsMetadata, boolean defersWork, boolean hasPrivateNames, boolean reachesGlobal) {

    /**
     * Words by which a script may reach the global object. The last one starts an escape sequence, which may hide a
     * word.
     */
    private static final List<String> GLOBAL_WORDS =
            List.of("this", "globalThis", "super", "__proto__", "\\");

    /** Returns the properties of the body of a function. */
    public static JavaScriptTraits of(String body, ArgumentNames names) {
        return new JavaScriptTraits(
                body.contains(names.metadata())
                        || body.contains("arguments")
                        || body.contains("\\"),
                body.contains("async") || body.contains("import"),
                body.contains("#") && body.contains("class"),
                GLOBAL_WORDS.stream().anyMatch(body::contains));
    }
}
