// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.rule.catalog.ChainFault;
import io.millrace.rule.catalog.FaultKind;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChainFaultsTest {

    private static final ChainFault ONE = new ChainFault(0, "a", "nodes[0].name", "wrong");
    private static final ChainFault TWO = new ChainFault(null, null, "firstNodeIndex", "missing");

    private final ChainFaults faults = new ChainFaults();

    private void add(List<ChainFault> errors, List<ChainFault> warnings) {
        faults.add(null, new ChainFindings(errors, warnings));
    }

    @Test
    void refusesNothingWhereThereAreWarningsOnly() {
        add(List.of(), List.of(ONE));

        assertThatCode(faults::throwIfAny).doesNotThrowAnyException();
    }

    @Test
    void tellsMissingTypesFirstGroupedByWhereTheyBelong() {
        add(
                List.of(
                        ONE,
                        missing(FaultKind.UNKNOWN_TYPE, "a.B"),
                        missing(FaultKind.UNKNOWN_TYPE, "c.D")),
                List.of());
        faults.add(
                "Other",
                new ChainFindings(
                        List.of(
                                missing(FaultKind.UNKNOWN_TYPE, "a.B"),
                                missing(FaultKind.TYPE_NOT_YET, "e.F"),
                                missing(FaultKind.TYPE_OF_THINGSBOARD_PE, "g.H")),
                        List.of()));

        assertThatThrownBy(faults::throwIfAny)
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith(
                        "Node types of ThingsBoard PE: g.H. Node types that are not yet in Millrace: e.F."
                                + " Unknown node types: a.B, c.D. Node \"a\" (nodes[0].name): wrong; ")
                .hasMessageContaining(
                        "; Rule chain \"Other\": Node \"n\" (nodes[0].type): not here");
    }

    private static ChainFault missing(FaultKind kind, String type) {
        return new ChainFault(kind, type, 0, "n", "nodes[0].type", "not here");
    }

    @Test
    void tellsErrorsAndWarningsOneByOneToo() {
        add(List.of(ONE), List.of(TWO));

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
                                                        ReportedFault.of(
                                                                "A",
                                                                "configuration.queueName",
                                                                "expected: another"))));
    }

    @Test
    void countsTheErrorsThatDoNotFitIntoTheMessage() {
        for (int i = 0; i < 150; i++) {
            add(List.of(ONE), List.of(TWO));
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
        FaultKind kind = FaultKind.UNKNOWN_TYPE;
        add(List.of(new ChainFault(kind, much, 0, much, "nodes[0].type", much)), List.of());

        assertThatThrownBy(faults::throwIfAny).message().hasSizeLessThan(2_000);
    }
}
