// SPDX-License-Identifier: Apache-2.0
/**
 * Group commit: while one transaction runs, the next batch gathers. Also the classification of SQL errors, the retries
 * while the database is unavailable, and its health, which all writers to PostgreSQL share.
 */
@NullMarked
package io.millrace.server.platform.groupcommit;

import org.jspecify.annotations.NullMarked;
