// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleChainTest {

    @TempDir private Path directory;

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private void writeWhole() throws IOException {
        write("README.md", "# A sample\n");
        write("chain.json", "{\"ruleChain\":{},\"metadata\":{}}");
        write("cases.json", "{\"setup\":{\"relations\":[]},\"cases\":[{\"name\":\"one\"}]}");
    }

    private void isRefused(String sentence) {
        assertThatThrownBy(() -> SampleChain.read(directory))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("The sample " + directory)
                .hasMessageContaining(sentence);
    }

    @Test
    void aWholeDirectoryIsRead() throws IOException {
        writeWhole();

        SampleChain sample = SampleChain.read(directory);

        assertThat(sample.isBundle()).isFalse();
        assertThat(sample.setup().has("relations")).isTrue();
        assertThat(sample.cases().getFirst().path("name").asString()).isEqualTo("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "chain.json", "cases.json"})
    void aMissingFileIsNamed(String name) throws IOException {
        writeWhole();
        Files.delete(directory.resolve(name));

        isRefused("has no " + name);
    }

    @Test
    void aSampleWithoutCasesIsRefused() throws IOException {
        writeWhole();
        write("cases.json", "{\"cases\":[]}");

        isRefused("has no case in its cases.json");
    }

    @Test
    void aFileThatIsNoJsonIsNamed() throws IOException {
        writeWhole();
        write("chain.json", "{");

        isRefused("has a chain.json that is no JSON");
    }

    @Test
    void anEmptyReadmeIsRefused() throws IOException {
        writeWhole();
        write("README.md", "\n");

        isRefused("has an empty README.md");
    }
}
