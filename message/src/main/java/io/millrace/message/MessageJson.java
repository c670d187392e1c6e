// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the JSON of messages. Jackson's default takes its buffers from a pool that all threads share; when two
 * threads parse small payloads, the pool costs more than the parsing. Here each thread has its own buffers. Keys that are
 * rare take little memory ({@link FewNamesFactory}).
 */
public final class MessageJson {

    /**
     * Levels of a tree that are written. A tree that was read has at most 500, and so has the result of a script; nodes
     * put one into another a few times.
     */
    private static final int MOST_LEVELS = 4_000;

    /** With Jackson's default settings otherwise. */
    public static final JsonMapper MAPPER = JsonMapper.builder(factory().build()).build();

    private MessageJson() {}

    /** Returns a builder of factories that share these properties, for mappers with other settings. */
    public static JsonFactoryBuilder factory() {
        return new JsonFactoryBuilder() {
            @Override
            public JsonFactory build() {
                return new FewNamesFactory(this);
            }
        }.recyclerPool(new ThreadBuffers())
                .streamWriteConstraints(
                        StreamWriteConstraints.builder().maxNestingDepth(MOST_LEVELS).build());
    }
}
