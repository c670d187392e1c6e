// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.spi.json.Jackson3JsonNodeJsonProvider;
import io.millrace.message.MessageJson;
import io.millrace.message.Payload;
import java.io.ByteArrayOutputStream;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One evaluation of a JSONPath expression. A short expression can require work that is polynomial in the payload's size
 * ({@code $..[?(@..x)]}), or create a result many times as long ({@code $..*}). So its reads of the payload and the
 * bytes that it writes are counted, and it fails beyond the limits.
 */
final class JsonPathEvaluation extends Jackson3JsonNodeJsonProvider {

    /** Limit of reads of the payload; an expression that visits each value once stays far below. */
    static final int MOST_LOOKS = 1_000_000;

    /** Limit of bytes written; for a longer payload, the payload's length is the limit. */
    static final int LONGEST_RESULT = 1 << 20;

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private int looks;

    private JsonPathEvaluation() {
        super(JSON);
    }

    /**
     * Returns the result of a path in a payload.
     *
     * @param changes whether the path has functions that change the tree in place, which others use, too
     * @throws JsonPathException if it finds nothing although it must, or costs too much
     * @throws io.millrace.message.MalformedPayloadException if the payload is not JSON
     */
    static Payload of(JsonPath path, boolean changes, Payload payload) {
        Configuration configuration =
                Configuration.builder().jsonProvider(new JsonPathEvaluation()).build();
        JsonNode json = payload.json();
        Object result = path.read((Object) (changes ? json.deepCopy() : json), configuration);
        Written written = new Written(Math.max(LONGEST_RESULT, payload.length()));
        JSON.writeValue(written, result);
        return Payload.of(written.toByteArray());
    }

    @Override
    public Object getArrayIndex(Object array, int index) {
        look(1);
        if (index < 0 || index >= length(array)) {
            throw new IndexOutOfBoundsException(index);
        }
        return super.getArrayIndex(array, index);
    }

    @Override
    public Object getMapValue(Object object, String key) {
        look(1);
        return super.getMapValue(object, key);
    }

    @Override
    public Collection<String> getPropertyKeys(Object object) {
        look(length(object));
        return super.getPropertyKeys(object);
    }

    @Override
    public Iterable<?> toIterable(Object array) {
        look(length(array));
        return super.toIterable(array);
    }

    @Override
    public boolean isMap(Object value) {
        look(1);
        return super.isMap(value);
    }

    private void look(int times) {
        looks += times + 1;
        if (looks > MOST_LOOKS) {
            throw new JsonPathException("more than %d reads of the payload".formatted(MOST_LOOKS));
        }
    }

    /** Bytes up to a limit. */
    private static final class Written extends ByteArrayOutputStream {

        private final int most;

        private Written(int most) {
            this.most = most;
        }

        @Override
        public synchronized void write(int value) {
            checkRoomFor(1);
            super.write(value);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            checkRoomFor(length);
            super.write(bytes, offset, length);
        }

        private void checkRoomFor(int length) {
            if (length > most - count) {
                throw new JsonPathException("a result of more than %d bytes".formatted(most));
            }
        }
    }
}
