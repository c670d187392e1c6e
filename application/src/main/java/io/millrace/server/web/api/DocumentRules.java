// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Checks JSON documents and long texts that users attach to entities, such as {@code additionalInfo}. Their limit keeps
 * the entities small enough to be listed.
 */
public final class DocumentRules {

    /** The longest document, in bytes of its compact JSON text in UTF-8. */
    public static final int MAX_BYTES = 256 * 1024;

    private DocumentRules() {}

    /**
     * Returns the document, which may be null.
     *
     * @throws ApiException (400) if it is too long
     */
    public static @Nullable JsonNode limited(String field, @Nullable JsonNode document) {
        faultIn(document).ifPresent(fault -> refuse(field, fault));
        return document;
    }

    /**
     * Returns the text, which may be null.
     *
     * @throws ApiException (400) if it is too long
     */
    public static @Nullable String limitedText(String field, @Nullable String text) {
        if (text != null) {
            faultOf(text).ifPresent(fault -> refuse(field, fault));
        }
        return text;
    }

    /** Returns the reason why a document is too long; empty if it is not. */
    public static Optional<String> faultIn(@Nullable JsonNode document) {
        return document == null ? Optional.empty() : faultOf(document.toString());
    }

    private static Optional<String> faultOf(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= MAX_BYTES
                ? Optional.empty()
                : Optional.of(
                        "expected at most %d bytes (%d KiB), got %d"
                                .formatted(MAX_BYTES, MAX_BYTES / 1024, bytes));
    }

    private static void refuse(String field, String fault) {
        throw ApiException.badRequest(field + ": " + fault);
    }
}
