// SPDX-License-Identifier: Apache-2.0
/**
 * Group commit: while one transaction runs, the next batch gathers. Also what every writer to PostgreSQL shares with
 * it: what an SQL error means, waiting for a database that is away, and whether it is.
 */
@NullMarked
package io.millrace.server.platform.groupcommit;

import org.jspecify.annotations.NullMarked;
