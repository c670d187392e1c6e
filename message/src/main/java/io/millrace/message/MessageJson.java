// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the JSON of messages. Jackson's default takes its buffers from a pool that all threads share; when two
 * threads parse small payloads, the pool costs more than the parsing. Here each thread has its own buffers.
 */
public final class MessageJson {

    /** With Jackson's default settings otherwise. */
    public static final JsonMapper MAPPER = JsonMapper.builder(factory().build()).build();

    private MessageJson() {}

    /** Returns a builder of factories with the same buffers, for mappers with other settings. */
    public static JsonFactoryBuilder factory() {
        return JsonFactory.builder().recyclerPool(new ThreadBuffers());
    }
}
