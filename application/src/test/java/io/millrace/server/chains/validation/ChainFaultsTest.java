// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.catalog.ChainFault;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChainFaultsTest {

    private static final ChainFault ONE = new ChainFault(0, "a", "nodes[0].name", "wrong");
    private static final ChainFault TWO = new ChainFault(null, null, "firstNodeIndex", "missing");

    private final ChainFaults faults = new ChainFaults();

    private void add(List<ChainFault> errors, List<ChainFault> warnings, List<String> types) {
        faults.add(null, new ChainFindings(errors, warnings, types));
    }

    @Test
    void refusesNothingWhereThereAreWarningsOnly() {
        add(List.of(), List.of(ONE), List.of());

        assertThatCode(faults::throwIfAny).doesNotThrowAnyException();
    }

    @Test
    void tellsUnknownTypesFirst() {
        add(List.of(ONE), List.of(), List.of("a.B", "c.D"));
        faults.add("Other", new ChainFindings(List.of(TWO), List.of(), List.of("a.B")));

        assertThatThrownBy(faults::throwIfAny)
                .isInstanceOf(ApiException.class)
                .hasMessage(
                        "Unknown node types: a.B, c.D. Node \"a\" (nodes[0].name): wrong;"
                                + " Rule chain \"Other\": firstNodeIndex: missing");
    }

    @Test
    void tellsErrorsAndWarningsOneByOneToo() {
        add(List.of(ONE), List.of(TWO), List.of());

        assertThatThrownBy(faults::throwIfAny)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e ->
                                assertThat(e.details())
                                        .isEqualTo(
                                                Map.of(
                                                        "errors",
                                                        List.of(ReportedFault.of(ONE)),
                                                        "warnings",
                                                        List.of(ReportedFault.of(TWO)))));
    }

    @Test
    void namesTheFieldOfWhatAnotherCheckRefuses() {
        faults.checking(
                "A",
                () -> {
                    throw ApiException.badRequest("configuration.queueName: expected: another");
                });

        assertThatThrownBy(faults::throwIfAny)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e ->
                                assertThat(e.details().get("errors"))
                                        .isEqualTo(
                                                List.of(
                                                        new ReportedFault(
                                                                "A",
                                                                null,
                                                                null,
                                                                "configuration.queueName",
                                                                "expected: another"))));
    }

    @Test
    void countsTheErrorsThatDoNotFitIntoTheMessage() {
        for (int i = 0; i < 150; i++) {
            add(List.of(ONE), List.of(TWO), List.of());
        }

        assertThatThrownBy(faults::throwIfAny)
                .hasMessageEndingWith("; and 50 more")
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat((List<?>) e.details().get("warnings")).hasSize(100));
    }

    @Test
    void cutsAFaultThatQuotesTooMuch() {
        String much = "x".repeat(1_000_000);
        add(List.of(new ChainFault(0, much, "nodes[0].name", much)), List.of(), List.of(much));

        assertThatThrownBy(faults::throwIfAny).message().hasSizeLessThan(2_000);
    }
}
