// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The connections of the service let the server end what a paused instance has left open. */
class ConnectionSettingsIT {

    @Test
    void everyConnectionBoundsItsLocksItsIdleTransactionsAndTheLifeOfAStatementWithoutAClient() {
        List<String> settings =
                RestServer.running()
                        .bean(JdbcClient.class)
                        .sql(
                                """
                                select name || '=' || setting || coalesce(unit, '') from pg_settings
                                 where name in ('idle_in_transaction_session_timeout', 'lock_timeout',
                                                'client_connection_check_interval')
                                 order by name
                                """)
                        .query((row, _) -> row.getString(1))
                        .list();

        assertThat(settings)
                .containsExactly(
                        "client_connection_check_interval=5000ms",
                        "idle_in_transaction_session_timeout=10000ms",
                        "lock_timeout=10000ms");
    }
}
