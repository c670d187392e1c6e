// SPDX-License-Identifier: Apache-2.0
/** The base of all other wings: start, settings, PostgreSQL, group commit, background tasks. */
@NullMarked
package io.millrace.server.platform;

import org.jspecify.annotations.NullMarked;
