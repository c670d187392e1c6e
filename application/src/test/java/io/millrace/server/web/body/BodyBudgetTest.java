// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.server.web.api.BodyRefusedException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class BodyBudgetTest {

    private static final long STEP = BodyBudget.STEP;

    private final BodyBudget budget = new BodyBudget(16 * STEP);

    @Test
    void reservesInStepsWhatWasRead() throws BodyRefusedException {
        BodyBudget.Account account = budget.open("A");
        assertThat(budget.used()).isZero();

        account.grow(1);
        account.grow(STEP);
        assertThat(budget.used()).isEqualTo(STEP);

        account.grow(STEP + 1);
        assertThat(budget.used()).isEqualTo(2 * STEP);
    }

    @Test
    void closingGivesEverythingBackOnce() throws BodyRefusedException {
        BodyBudget.Account first = budget.open("A");
        BodyBudget.Account second = budget.open("A");
        first.grow(3 * STEP);
        second.grow(STEP);

        first.close();
        first.close();

        assertThat(budget.used()).isEqualTo(STEP);
    }

    @Test
    void oneTenantGetsAtMostHalfAndTheNextHalfOfTheRest() throws BodyRefusedException {
        BodyBudget.Account greedy = budget.open("A");
        greedy.grow(8 * STEP);

        assertThatThrownBy(() -> budget.open("A").grow(1))
                .isInstanceOfSatisfying(
                        BodyRefusedException.class,
                        refused ->
                                assertThat(refused.status())
                                        .isEqualTo(HttpStatus.SERVICE_UNAVAILABLE));
        assertThat(budget.refusals()).isEqualTo(1);

        BodyBudget.Account other = budget.open("B");
        other.grow(4 * STEP);
        assertThatThrownBy(() -> other.grow(4 * STEP + 1)).isInstanceOf(BodyRefusedException.class);

        greedy.close();
        other.grow(8 * STEP);
        assertThat(budget.used()).isEqualTo(8 * STEP);
    }
}
