// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rulechain;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.api.ApiException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainFaultsTest {

    private final ChainFaults faults = new ChainFaults();

    @Test
    void refusesNothingWhereThereIsNoFault() {
        assertThatCode(faults::throwIfAny).doesNotThrowAnyException();
    }

    @Test
    void tellsUnknownTypesFirst() {
        faults.add("one");
        faults.add("two");
        faults.addUnknownTypes(List.of("a.B", "c.D", "a.B"));

        assertThatThrownBy(faults::throwIfAny)
                .isInstanceOf(ApiException.class)
                .hasMessage("Unknown node types: a.B, c.D. one; two");
    }

    @Test
    void countsTheFaultsThatAreTooManyToTell() {
        for (int i = 0; i < 150; i++) {
            faults.add("fault");
        }

        assertThatThrownBy(faults::throwIfAny).hasMessageEndingWith("; and 50 more");
    }

    @Test
    void cutsAFaultThatQuotesTooMuch() {
        faults.add("x".repeat(1_000_000));

        assertThatThrownBy(faults::throwIfAny).message().hasSizeLessThan(1_000);
    }
}
