// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.EntityType;
import java.util.Locale;

/** What entities of a type are called in messages, such as {@code asset profile}. */
public record EntityNoun(String singular) {

    public static EntityNoun of(EntityType type) {
        return new EntityNoun(type.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    public String plural() {
        return singular + "s";
    }

    public String withArticle() {
        return ("aeio".indexOf(singular.charAt(0)) >= 0 ? "an " : "a ") + singular;
    }

    /** The singular at the beginning of a sentence. */
    public String capitalized() {
        return capitalized(singular);
    }

    /** The plural at the beginning of a sentence. */
    public String capitalizedPlural() {
        return capitalized(plural());
    }

    /** The singular as the beginning of a JSON property, such as {@code assetProfile}. */
    public String camelCase() {
        StringBuilder camel = new StringBuilder();
        for (String word : singular.split(" ", -1)) {
            camel.append(camel.isEmpty() ? word : capitalized(word));
        }
        return camel.toString();
    }

    private static String capitalized(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
