// SPDX-License-Identifier: Apache-2.0
/** What the other wings stand on: start, settings, PostgreSQL, group commit, background tasks. */
@NullMarked
package io.millrace.server.platform;

import org.jspecify.annotations.NullMarked;
