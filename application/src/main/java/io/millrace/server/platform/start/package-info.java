// SPDX-License-Identifier: Apache-2.0
/**
 * What surrounds the run of the service: its data directory, what it says when it cannot start, and what it prints when it is
 * ready.
 */
@NullMarked
package io.millrace.server.platform.start;

import org.jspecify.annotations.NullMarked;
