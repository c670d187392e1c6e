// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.rule.node.InvalidConfigurationException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigurationRulesTest {

    record Sample(@NotBlank String key, @Min(1) int interval, List<@Valid Step> steps) {}

    @SuppressWarnings(
            "MultipleNullnessAnnotations") // null where the JSON lacks it; the constraint refuses
    // that
    record Step(@NotNull @Nullable String unit) {}

    @Test
    void aConfigurationThatKeepsItsConstraintsComesBack() {
        Sample sample = new Sample("k", 1, List.of(new Step("s")));

        assertThat(ConfigurationRules.checked(sample)).isSameAs(sample);
    }

    @Test
    void everyBrokenConstraintIsNamedWithItsFieldAndItsValue() {
        Sample sample = new Sample(" ", 0, List.of(new Step("s"), new Step(null)));

        InvalidConfigurationException refusal =
                catchThrowableOfType(
                        InvalidConfigurationException.class,
                        () -> ConfigurationRules.checked(sample));

        assertThat(refusal.faults())
                .containsExactly(
                        "interval: must be greater than or equal to 1, got 0",
                        "key: must not be blank, got \" \"",
                        "steps[1].unit: must not be null, got null");
        assertThat(refusal).hasMessage(String.join("; ", refusal.faults()));
    }
}
