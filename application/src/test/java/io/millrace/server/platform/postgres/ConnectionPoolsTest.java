// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class ConnectionPoolsTest {

    private static final String SIZE = "spring.datasource.hikari.maximum-pool-size";

    @Test
    void theEmbeddedServerHasRoomForBothPoolsWhateverTheirSize() {
        MockEnvironment environment = new MockEnvironment().withProperty(SIZE, "200");

        assertThat(ConnectionPools.connections(environment))
                .isGreaterThan(200 + ConnectionPools.COMMITS);
    }

    @Test
    void aSizeThatIsNotANumberIsRefusedWithItsText() {
        MockEnvironment environment = new MockEnvironment().withProperty(SIZE, "many");

        assertThatThrownBy(() -> ConnectionPools.connections(environment))
                .hasStackTraceContaining("many");
    }
}
