// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.node.InvalidConfigurationException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPatternsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    temperature ; temperature ; true
                    temperature ; temperature2 ; false
                    temp ; temperature ; false
                    temp.* ; temperature ; true
                    temp_[0-9]+ ; temp_12 ; true
                    temp_[0-9]+ ; temp_ ; false
                    a|b ; b ; true
                    a|b ; ab ; false
                    (?i)TEMP ; temp ; true
                    ^temp$ ; temp ; true
                    \\d{2,4} ; 123 ; true
                    a.b ; axb ; true
                    a\\.b ; axb ; false
                    \\Qa.(b\\E ; a.(b ; true
                    \\Qa.(b ; a.(b ; true
                    \\Qa{2000}\\E ; a{2000} ; true
                    \\x{2500} ; ─ ; true
                    (\\x{41}){100,} ; A ; false
                    \\[x] ; [x] ; true
                    [^ab] ; c ; true
                    []] ; ] ; true
                    .* ; ключ ; true
                    \\p{L}+ ; ключ ; true
                    """)
    void matchWholeKeys(String expression, String key, boolean matches) {
        assertThat(patterns(expression).match(key)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    (?!ts$).* ; ts ; false
                    (?!ts$).* ; tsx ; true
                    ^(?!(a|b)$).*$ ; b ; false
                    ^(?!(a|b)$).*$ ; bb ; true
                    (?!a)(?!.*z$).* ; abc ; false
                    (?!a)(?!.*z$).* ; xyz ; false
                    (?!a)(?!.*z$).* ; xyzw ; true
                    (?=.*1).*2.* ; 2x1 ; true
                    (?=.*1).*2.* ; 2x3 ; false
                    (?![)]).+ ; ) ; false
                    (?!\\)).+ ; x ; true
                    (?!b)\\Qa|\\E ; a| ; true
                    (?!b)[^]|] ; a ; true
                    """)
    void understandLookAheadAtTheBeginning(String expression, String key, boolean matches) {
        assertThat(key.matches(expression)).as("what Java says").isEqualTo(matches);
        assertThat(patterns(expression).match(key)).isEqualTo(matches);
    }

    @Test
    void matchWhereAnyExpressionDoes() {
        KeyPatterns patterns = KeyPatterns.of("keys", List.of("a", "b.*"));

        assertThat(patterns.match("a")).isTrue();
        assertThat(patterns.match("bcd")).isTrue();
        assertThat(patterns.match("c")).isFalse();
    }

    @Test
    void matchNothingWhereThereIsNoExpression() {
        assertThat(KeyPatterns.of("keys", List.of()).match("")).isFalse();
    }

    @Test
    void matchTheEmptyKeyByTheEmptyExpression() {
        assertThat(patterns("").match("")).isTrue();
        assertThat(patterns("").match("a")).isFalse();
    }

    /** With java.util.regex each of these would practically never end. */
    @ParameterizedTest
    @ValueSource(strings = {"(a+)+b", "(a|aa)+b", "(a*)*b", "(.*)*(.*)*(.*)*b"})
    void comeToAnEndWhereJavaWouldNot(String expression) {
        assertThat(patterns(expression).match("a".repeat(10_000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "a)",
                "[a",
                "*",
                "(?!a",
                "a**",
                "a*+",
                "x(?!a)",
                "(?<=a)b",
                "(a)\\1",
                "\\p{Alpha}",
                "[a-z&&[^x]]",
                "[a[b]]",
                "[[:alpha:]]",
                "(?!a).*|b",
                "(?!a)\\Qx\\E|b",
                "a{2}{2}",
                "\\"
            })
    void refuseWhatIsNoExpressionOrReadsOtherwiseThanInJava(String expression) {
        assertThatThrownBy(() -> patterns(expression))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(
                        "keys: must be a regular expression (RE2), not \"%s\": "
                                .formatted(expression));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000}){1000}",
                "((a{100}){100}){100}",
                "(((|){1000}){1000}){1000}",
                "((a{2,50}){40,}x)",
                "((a{50})b){50}",
                "a{1001}"
            })
    void refuseRepetitionsThatMultiply(String expression) {
        assertThatThrownBy(() -> patterns(expression))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("keys: must be a regular expression")
                .hasMessageEndingWith("more than 1000 repetitions");
    }

    @Test
    void takeAThousandRepetitions() {
        assertThat(patterns("(a{20}){50}").match("a".repeat(1_000))).isTrue();
    }

    @Test
    void takeRepetitionsThatStandSideBySide() {
        String uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

        assertThat(patterns(uuid).match("6f2c3c1e-0000-4000-8000-000000000001")).isTrue();
    }

    @Test
    void refuseAnExpressionThatIsTooLong() {
        assertThat(patterns("(" + "a".repeat(253) + ")").match("a".repeat(253))).isTrue();
        assertThatThrownBy(() -> patterns("(" + "a".repeat(254) + ")"))
                .hasMessageEndingWith("more than 255 characters");
    }

    @Test
    void takeAPlainNameOfAnyLength() {
        assertThat(patterns("a".repeat(1_000)).match("a".repeat(1_000))).isTrue();
    }

    @Test
    void refuseExpressionsThatCostTooMuchTogether() {
        List<String> many = IntStream.range(0, 20).mapToObj(i -> "(%d){200}".formatted(i)).toList();

        assertThatThrownBy(() -> KeyPatterns.of("keys", many))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("keys: must have at most 2000 states together, not ");
    }

    @Test
    void refuseLookAheadsThatCostTooMuchTogether() {
        List<String> many =
                IntStream.range(0, 20).mapToObj(i -> "(?!(%d){200})x".formatted(i)).toList();

        assertThatThrownBy(() -> KeyPatterns.of("keys", many))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("keys: must have at most 2000 states together, not ");
    }

    @Test
    void sayAllFaultsAtOnce() {
        assertThatThrownBy(() -> KeyPatterns.of("keys", List.of("(", "a", "[")))
                .isInstanceOfSatisfying(
                        InvalidConfigurationException.class,
                        e -> assertThat(e.faults()).hasSize(2));
    }

    private static KeyPatterns patterns(String expression) {
        return KeyPatterns.of("keys", List.of(expression));
    }
}
