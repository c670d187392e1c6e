// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark;

import io.millrace.message.MessageJson;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two threads parse or write a payload of three values, with the buffers of Jackson's default or of messages. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@Threads(2)
public class JsonBuffersBenchmark {

    private static final byte[] PAYLOAD =
            "{\"temperature\":21.5,\"humidity\":40,\"open\":false}"
                    .getBytes(StandardCharsets.UTF_8);

    @Param({"shared", "of thread"})
    private String buffers = "";

    private JsonMapper mapper = JsonMapper.shared();
    private final JsonNode tree = JsonMapper.shared().readTree(PAYLOAD);

    @Setup
    public void choose() {
        mapper = buffers.equals("shared") ? JsonMapper.shared() : MessageJson.MAPPER;
    }

    @Benchmark
    public JsonNode parse() {
        return mapper.readTree(PAYLOAD);
    }

    @Benchmark
    public byte[] write() {
        return mapper.writeValueAsBytes(tree);
    }
}
