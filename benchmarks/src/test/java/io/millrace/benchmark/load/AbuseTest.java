// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class AbuseTest {

    private static final String URL = "http://127.0.0.1:1/";

    @Test
    void withoutNamesThereAreAllRoundsBetweenTwoWithoutAbuse() {
        List<String> names = names(List.of());

        assertThat(names).startsWith("nothing", "load").endsWith("nothing");
        assertThat(names.subList(1, names.size())).doesNotHaveDuplicates();
    }

    @Test
    void namesSelectRoundsInTheOrderOfAll() {
        assertThat(names(List.of("rest", "load"))).containsExactly("load", "rest");
    }

    @Test
    void anUnknownNameIsReportedWithTheKnownOnes() {
        assertThatExceptionOfType(LoadException.class)
                .isThrownBy(() -> names(List.of("load", "noise")))
                .withMessageStartingWith(
                        "--only: there is no round noise, only nothing, load, rest, ");
    }

    private static List<String> names(List<String> only) {
        return Abuse.named(only, URL).stream().map(Abuse::name).toList();
    }
}
