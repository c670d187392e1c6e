// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents of the repository: all links have a target, and the README stays short. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of("node_modules", "target", "data");
    private static final int LONGEST_README = 80;

    /** The target of {@code [text](target)} and of {@code ![text](target)}. */
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");

    private static final Pattern CODE =
            Pattern.compile("^```.*?^```$|`[^`\n]+`", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.+)$", Pattern.MULTILINE);
    private static final Pattern SCHEME = Pattern.compile("^[a-z]+:.*");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) {
                        String name = directory.getFileName().toString();
                        boolean skipped =
                                !directory.equals(ROOT)
                                        && (name.startsWith(".") || NOT_OURS.contains(name));
                        return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.getFileName().toString().endsWith(".md")) {
                            documents.add(ROOT.relativize(file));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return documents;
    }

    @Test
    void findsTheDocuments() throws IOException {
        assertThat(documents())
                .contains(
                        Path.of("README.md"),
                        Path.of("docs", "settings.md"),
                        Path.of("docs", "adr", "README.md"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyRelativeLinkLeadsToAFileAndAHeading(Path document) throws IOException {
        List<String> broken = new ArrayList<>();
        for (String link : links(document)) {
            if (!leadsSomewhere(document, link)) {
                broken.add(link);
            }
        }

        assertThat(broken).as("broken links of %s", document).isEmpty();
    }

    @Test
    void theReadmeFitsOnAPage() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md")))
                .hasSizeLessThanOrEqualTo(LONGEST_README);
    }

    @Test
    void theReadmeNamesTheCommandThatContinuousIntegrationRuns() throws IOException {
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("\n./mvnw verify\n");
        assertThat(Files.readString(ROOT.resolve(".ci").resolve("run")))
                .containsPattern("\n\\./mvnw( -\\S+)* verify\n");
    }

    private static List<String> links(Path document) throws IOException {
        String text = CODE.matcher(Files.readString(ROOT.resolve(document))).replaceAll("");
        return LINK.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(link -> !SCHEME.matcher(link).matches())
                .toList();
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path from = ROOT.resolve(document);
        Path target = path.isEmpty() ? from : from.resolveSibling(path).normalize();
        if (!target.startsWith(ROOT) || !Files.exists(target)) {
            return false;
        }
        return hash < 0 || anchors(target).contains(link.substring(hash + 1));
    }

    /** The anchors that a page's headings get where the repository is shown. */
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(DocumentsTest::anchor)
                .collect(Collectors.toSet());
    }

    private static String anchor(MatchResult heading) {
        String text = heading.group(1).strip().toLowerCase(Locale.ROOT);
        return NOT_IN_ANCHORS.matcher(text).replaceAll("").replace(' ', '-');
    }
}
