// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import org.junit.jupiter.api.Test;

final class EmbeddedPostgresIT {

    @Test
    void givesEveryTestADatabaseOfItsOwn() throws Exception {
        try (Connection one = TestDatabase.freshDatabase().getConnection();
                Connection other = TestDatabase.freshDatabase().getConnection()) {
            assertThat(one.getCatalog()).isNotEqualTo(other.getCatalog());
        }
    }
}
