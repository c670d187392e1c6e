// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.AttributeStoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedAttributesTest extends AttributeStoreContract {

    private final RecordedAttributes attributes = new RecordedAttributes();

    @Override
    protected AttributeStore store() {
        return attributes;
    }

    @Test
    void remembersTheSavesOfNodesAndNotTheOnesOfTheTest() {
        KeyValue saved = new KeyValue("saved", new Value.LongValue(1));

        attributes.put(
                TestMessages.DEVICE,
                AttributeScope.SERVER_SCOPE,
                "given",
                new Value.BooleanValue(true));
        attributes.save(
                TestMessages.TENANT,
                TestMessages.DEVICE,
                AttributeScope.SERVER_SCOPE,
                List.of(saved),
                5);

        assertThat(attributes.saves())
                .containsExactly(
                        new RecordedAttributes.Save(
                                TestMessages.DEVICE,
                                AttributeScope.SERVER_SCOPE,
                                List.of(saved),
                                5));
    }
}
