// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionerTest {

    @ParameterizedTest
    @CsvSource({
        "13814000-1dd2-11b2-8080-808080808080, 753439043, 3, 11",
        "00000000-0000-0000-0000-000000000001, -809152526, 6, 2",
        "784f394c-42b6-435a-983c-b7beff2784f9, -1365553268, 8, 8",
        "dae0d9d0-c3e8-11eb-bb26-8b366e0af83b, 78734712, 2, 0"
    })
    void hashesAsThingsBoardDoes(UUID id, int hash, int ofTen, int ofTwelve) {
        EntityId originator = new EntityId(EntityType.DEVICE, id);

        assertThat(Partitioner.hash(id)).isEqualTo(hash);
        assertThat(new Partitioner(10).partitionOf(originator)).isEqualTo(ofTen);
        assertThat(new Partitioner(12).partitionOf(originator)).isEqualTo(ofTwelve);
    }

    @Test
    void refusesToHaveNoPartition() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Partitioner(0))
                .withMessageContaining("at least one partition");
    }
}
