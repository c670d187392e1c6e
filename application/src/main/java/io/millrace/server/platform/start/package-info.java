// SPDX-License-Identifier: Apache-2.0
/**
 * Start and stop of the service: its data directory, the message when it cannot start, and the console output when it
 * is ready.
 */
@NullMarked
package io.millrace.server.platform.start;

import org.jspecify.annotations.NullMarked;
