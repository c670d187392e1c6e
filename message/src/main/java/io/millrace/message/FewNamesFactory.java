// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;

/**
 * Creates parsers of bytes that remember about a thousand names of properties at most. The parsers of a factory share a
 * table of the names that they have met, and one that meets a new name copies the table. Jackson lets it grow to 6,000
 * names, which take 800 KB: if the tenants have more keys than that together, or a device invents keys, the messages of
 * all of them copy it again and again. Here a full table is replaced by an empty one earlier, so that a copy is small.
 */
final class FewNamesFactory extends JsonFactory {

    private static final long serialVersionUID = 1;

    /** A table with this many names takes 80 KB. */
    private static final int MOST_NAMES = 1_000;

    private transient volatile @Nullable Table table;

    FewNamesFactory(JsonFactoryBuilder settings) {
        super(settings);
    }

    @Override
    protected JsonParser _createParser(
            ObjectReadContext context, IOContext io, byte[] json, int offset, int length) {
        return table().parser(context, io, json, offset, length);
    }

    /** Threads that find a full table at the same time may each replace it; then a few names are read again. */
    private Table table() {
        Table current = table;
        if (current == null || current.isFull()) {
            current = new Table(rebuild());
            table = current;
        }
        return current;
    }

    /** Jackson gives a factory its table for good, so a new table is a new factory. */
    private static final class Table extends JsonFactory {

        private static final long serialVersionUID = 1;

        private Table(JsonFactoryBuilder settings) {
            super(settings);
        }

        private boolean isFull() {
            return _byteSymbolCanonicalizer.size() > MOST_NAMES;
        }

        private JsonParser parser(
                ObjectReadContext context, IOContext io, byte[] json, int offset, int length) {
            return _createParser(context, io, json, offset, length);
        }
    }
}
