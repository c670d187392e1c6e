// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.postgres.TestDatabase;
import org.junit.jupiter.api.AfterEach;

/** Tests that each open a storage over a database of their own; it is closed after the test. */
abstract class OneTimeseriesStorage {

    @SuppressWarnings("NullAway.Init") // each test opens one
    TimeseriesFixture fixture;

    final TimeseriesFixture open(TimeseriesSettings settings) {
        fixture = new TimeseriesFixture(TestDatabase.freshDatabase(), settings);
        return fixture;
    }

    @AfterEach
    void close() {
        fixture.close();
    }
}
