// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeDocumentationTest {

    private static final Path PAGE = Path.of("..", "docs", "nodes.md");

    /** With this system property the test writes the page instead of comparing it. */
    private static final String UPDATE = "docs.update";

    private static final String COMMAND =
            "./mvnw -q test -pl rule-engine -am -Dtest=NodeDocumentationTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Ddocs.update";

    enum Unit {
        SECONDS,
        MINUTES
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Plain.class, name = "plain"),
        @JsonSubTypes.Type(value = Secret.class, name = "secret")
    })
    sealed interface Access {}

    record Plain() implements Access {}

    record Secret(@NotBlank String password) implements Access {}

    record Step(@NotNull Unit unit, @Min(1) long count) {}

    record Configuration(
            @JsonPropertyDescription("What | is looked at.") @NotBlank @Size(max = 255) String key,
            @JsonPropertyDescription("How often.") @Min(1) @Max(9) int times,
            boolean loud,
            double factor,
            Unit unit,
            @NotEmpty List<@NotBlank String> names,
            @Size(min = 1, max = 3) List<@Valid Step> steps,
            Map<String, @Pattern(regexp = "a|b") String> labels,
            Access access) {}

    @NodeType(
            id = "test.everything",
            alias = "org.example.EverythingNode",
            group = NodeGroup.ACTION,
            name = "everything",
            description = "Has fields of every kind.",
            labels = {"Yes", "No"},
            customLabels = true,
            effect = true)
    private static final class EverythingNode extends Silent {}

    @NodeType(
            id = "test.nothing",
            group = NodeGroup.FILTER,
            name = "nothing",
            description = "Has no fields.")
    private static final class NothingNode extends Silent {}

    private abstract static class Silent implements RuleNode {

        @Override
        public NodeResult process(RuleMessage message) {
            return new NodeResult.Ended();
        }
    }

    private static final Configuration DEFAULTS =
            new Configuration(
                    "k",
                    1,
                    false,
                    0.5,
                    Unit.SECONDS,
                    List.of("a"),
                    List.of(),
                    Map.of(),
                    new Secret("p"));

    private static final NodeCatalogue SAMPLE =
            NodeCatalogue.of(
                    List.of(
                            NodeDefinition.of(
                                    EverythingNode.class, DEFAULTS, (_, _) -> new EverythingNode()),
                            NodeDefinition.of(
                                    NothingNode.class,
                                    EmptyConfiguration.INSTANCE,
                                    (_, _) -> new NothingNode())));

    @Test
    void describesATypeWithAllItsFields() {
        assertThat(NodeDocumentation.of(SAMPLE))
                .endsWith(
                        """

                        ## Action

                        ### everything

                        `test.everything`, ThingsBoard's `org.example.EverythingNode`

                        Has fields of every kind. It has an effect outside the message.

                        Labels: `Yes`, `No`, labels that the configuration or a script defines.

                        | field | type | default | must be | meaning |
                        | --- | --- | --- | --- | --- |
                        | `key` | text | `"k"` | not blank, at most 255 long | What \\| is looked at. |
                        | `times` | whole number | `1` | at least 1, at most 9 | How often. |
                        | `loud` | true or false | `false` |  |  |
                        | `factor` | number | `0.5` |  |  |
                        | `unit` | one of `SECONDS`, `MINUTES` | `"SECONDS"` |  |  |
                        | `names` | list of text | `["a"]` | not empty, each not blank |  |
                        | `steps` | list of object | `[]` | 1 to 3 long |  |
                        | `steps[].unit` | one of `SECONDS`, `MINUTES` |  | not null |  |
                        | `steps[].count` | whole number |  | at least 1 |  |
                        | `labels` | object of text | `{}` | each like `a\\|b` |  |
                        | `access` | object | `{"kind":"secret","password":"p"}` |  |  |
                        | `access.kind` | one of `plain`, `secret` | `"secret"` |  | Selects the variant. |
                        | `access.password` | text | `"p"` | not blank | Only if `kind` is `secret`. |
                        """);
    }

    @Test
    void sortsByGroupAndGivesNoTableToATypeWithoutFields() {
        assertThat(NodeDocumentation.of(SAMPLE))
                .contains(
                        """
                        ## Filter

                        ### nothing

                        `test.nothing`

                        Has no fields.

                        Labels: `Success`.

                        ## Action
                        """);
    }

    @Test
    void nodesThatShipAsPluginsStandInTheirGroup() {
        assertThat(NodeDocumentation.of(SAMPLE, List.of("\n### mqtt\n")))
                .endsWith(
                        "Selects the variant. |\n| `access.password` | text | `\"p\"` | not blank | Only if `kind` is `secret`. |\n\n### mqtt\n");
    }

    @Test
    void thePageOfAllNodesIsUpToDate() throws IOException {
        String page =
                NodeDocumentation.of(
                        NodeCatalogue.builtIn(new TestPorts(FakeScripts.answering(true)).ports()),
                        ShippedNodes.sections());
        if (System.getProperty(UPDATE) != null) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .withFailMessage(
                        "docs/nodes.md is not up to date; renew it with%n%n    %s%n", COMMAND)
                .isEqualTo(page);
    }
}
