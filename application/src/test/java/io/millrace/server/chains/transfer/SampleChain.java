// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A directory of {@code samples/rule-chains}.
 *
 * @param file the export of one chain, or of several, of which the first takes the messages
 * @param setup what must be there before
 * @param cases messages and what becomes of them, at least one
 */
record SampleChain(JsonNode file, JsonNode setup, List<JsonNode> cases) {

    /** As seen from the module in which tests run. */
    private static final Path SAMPLES = Path.of("..", "samples", "rule-chains");

    /** All directories there are, in the order of their names. */
    static Stream<Path> directories() throws IOException {
        try (Stream<Path> found = Files.list(SAMPLES)) {
            return found.filter(Files::isDirectory).sorted().toList().stream();
        }
    }

    /**
     * Reads a sample.
     *
     * @throws AssertionError with what the directory lacks
     */
    static SampleChain read(Path directory) {
        if (text(directory, "README.md").isBlank()) {
            throw new AssertionError("The sample %s has an empty README.md".formatted(directory));
        }
        JsonNode cases = json(directory, "cases.json");
        List<JsonNode> messages = cases.path("cases").valueStream().toList();
        if (messages.isEmpty()) {
            throw new AssertionError(
                    "The sample %s has no case in its cases.json".formatted(directory));
        }
        return new SampleChain(json(directory, "chain.json"), cases.path("setup"), messages);
    }

    /** Whether the file holds several chains. */
    boolean isBundle() {
        return file.has("ruleChains");
    }

    private static JsonNode json(Path directory, String name) {
        try {
            return JsonMapper.shared().readTree(text(directory, name));
        } catch (JacksonException e) {
            throw new AssertionError(
                    "The sample %s has a %s that is no JSON: %s"
                            .formatted(directory, name, e.getOriginalMessage()),
                    e);
        }
    }

    private static String text(Path directory, String name) {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw new AssertionError("The sample %s has no %s".formatted(directory, name));
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
