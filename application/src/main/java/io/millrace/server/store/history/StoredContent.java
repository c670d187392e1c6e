// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.DataType;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.server.store.deadletter.Texts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The texts of a message as a row stores them, each cut to {@link #LONGEST} characters.
 *
 * @param data the body; Base64 if the message is binary
 * @param metadata a JSON object of texts; entries that do not fit are left out
 * @param truncated true if something was cut
 */
record StoredContent(String data, String metadata, boolean truncated) {

    /** Maximum number of characters of data and of metadata. */
    static final int LONGEST = 16 * 1024;

    /** The first bytes of a text of {@link #LONGEST} characters, of up to four bytes each. */
    private static final int MOST_BYTES = 4 * (LONGEST + 1);

    private static final int MOST_BINARY_BYTES = LONGEST / 4 * 3;

    static StoredContent of(RuleMessage message) {
        Payload payload = message.payload();
        boolean binary = message.dataType() == DataType.BINARY;
        String data = binary ? base64(payload) : text(payload);
        boolean dataCut = binary ? payload.length() > MOST_BINARY_BYTES : data.length() > LONGEST;
        ObjectNode metadata = JsonMapper.shared().createObjectNode();
        boolean metadataCut = !addUpToLimit(message.metadata().values(), metadata);
        return new StoredContent(
                Texts.storable(data, LONGEST), metadata.toString(), dataCut || metadataCut);
    }

    private static String text(Payload payload) {
        int length = Math.min(payload.length(), MOST_BYTES);
        return new String(payload.buffer(), payload.offset(), length, StandardCharsets.UTF_8);
    }

    private static String base64(Payload payload) {
        int length = Math.min(payload.length(), MOST_BINARY_BYTES);
        int from = payload.offset();
        return Base64.getEncoder()
                .encodeToString(Arrays.copyOfRange(payload.buffer(), from, from + length));
    }

    /** Adds values while they fit; returns false if some do not. */
    private static boolean addUpToLimit(Map<String, String> values, ObjectNode metadata) {
        int left = LONGEST;
        boolean complete = true;
        for (Map.Entry<String, String> value : values.entrySet()) {
            int length = value.getKey().length() + value.getValue().length();
            if (length > left) {
                complete = false;
                continue;
            }
            left -= length;
            metadata.put(
                    Texts.storable(value.getKey(), LONGEST),
                    Texts.storable(value.getValue(), LONGEST));
        }
        return complete;
    }
}
