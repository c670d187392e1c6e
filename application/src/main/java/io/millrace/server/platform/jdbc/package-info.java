// SPDX-License-Identifier: Apache-2.0
/**
 * Access to PostgreSQL that every feature shares: bounded look-ups, JSON columns, names of violated constraints, actions
 * after a commit.
 */
@NullMarked
package io.millrace.server.platform.jdbc;

import org.jspecify.annotations.NullMarked;
