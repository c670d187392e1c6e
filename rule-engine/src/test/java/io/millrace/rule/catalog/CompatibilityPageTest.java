// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.node.NodeType;
import io.millrace.rule.script.FakeScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page that compares Millrace with ThingsBoard agrees with the catalogue about the types of rule nodes. */
class CompatibilityPageTest {

    private static final Path PAGE = Path.of("..", "docs", "compatibility.md");
    private static final String SECTION = "\n## Rule nodes\n";
    private static final String PREFIX = "org.thingsboard.rule.engine.";

    /** A row such as {@code | `filter.TbJsFilterNode` | script | has |}. */
    private static final Pattern ROW =
            Pattern.compile("^\\| `([A-Za-z.0-9]+)` \\| ([^|]+) \\| (.+) \\|$", Pattern.MULTILINE);

    private static final String HAS = "has";
    private static final String DIFFERS = "differs: ";
    private static final String NOT_YET = "not yet";
    private static final String PROFESSIONAL = "only in ThingsBoard PE";

    private record Row(String className, String name, String claim) {

        boolean claimsTheNode() {
            return claim.equals(HAS) || claim.startsWith(DIFFERS);
        }
    }

    /** Name by class name, of the types that ThingsBoard has too: built in, or shipped as plugins. */
    private static Map<String, String> catalogue() throws IOException {
        Map<String, String> all = new HashMap<>(builtIn());
        ShippedNodes.names()
                .forEach((alias, name) -> all.put(alias.substring(PREFIX.length()), name));
        return all;
    }

    private static Map<String, String> builtIn() {
        return NodeCatalogue.builtIn(new TestPorts(FakeScripts.answering(true)).ports())
                .definitions()
                .stream()
                .map(definition -> definition.type())
                .filter(type -> type.alias().startsWith(PREFIX))
                .collect(
                        Collectors.toMap(
                                type -> type.alias().substring(PREFIX.length()), NodeType::name));
    }

    private static List<Row> rows() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf(SECTION);
        assertThat(start).as("the section of rule nodes in %s", PAGE).isNotNegative();
        int next = page.indexOf("\n## ", start + SECTION.length());
        String section = page.substring(start, next < 0 ? page.length() : next);
        return ROW.matcher(section)
                .results()
                .map(match -> new Row(match.group(1), match.group(2), match.group(3)))
                .toList();
    }

    @Test
    void claimsExactlyTheTypesOfTheCatalogue() throws IOException {
        assertThat(rows())
                .filteredOn(Row::claimsTheNode)
                .extracting(Row::className)
                .containsExactlyInAnyOrderElementsOf(catalogue().keySet());
    }

    @Test
    void theTableOfMissingNodesHasExactlyThoseThatThePageCallsMissing() throws IOException {
        Map<String, String> missing =
                rows().stream()
                        .filter(row -> row.claim().equals(NOT_YET))
                        .collect(Collectors.toMap(Row::className, Row::name));

        assertThat(ThingsBoardNodes.NOT_YET).isEqualTo(missing);
    }

    @Test
    void listsTheNodesOfTheOtherEdition() throws IOException {
        assertThat(rows())
                .filteredOn(row -> row.claim().equals(PROFESSIONAL))
                .allSatisfy(row ->
                        assertThat(ThingsBoardNodes.PROFESSIONAL)
                                .containsEntry(row.className(), row.name()))
                .hasSameSizeAs(ThingsBoardNodes.PROFESSIONAL.keySet());
    }

    @Test
    void callsEachTypeByItsNameInTheCatalogue() throws IOException {
        Map<String, String> catalogue = catalogue();

        assertThat(rows())
                .filteredOn(Row::claimsTheNode)
                .allSatisfy(row ->
                        assertThat(row.name())
                                .as(row.className())
                                .isEqualTo(catalogue.get(row.className())));
    }

    @Test
    void listsEachOfThingsBoardsTypesOnceAndSaysWhatBecameOfIt() throws IOException {
        List<Row> rows = rows().stream().filter(row -> !row.claim().equals(PROFESSIONAL)).toList();

        assertThat(rows).hasSize(77).extracting(Row::className).doesNotHaveDuplicates();
        assertThat(rows)
                .allSatisfy(row ->
                        assertThat(row.claimsTheNode() || row.claim().equals(NOT_YET))
                                .as("%s: %s", row.className(), row.claim())
                                .isTrue());
    }
}
