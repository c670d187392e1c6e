// SPDX-License-Identifier: Apache-2.0
/**
 * The paths of messages through rule chains: those of the latest messages, kept in memory, and those of dead letters.
 */
@NullMarked
package io.millrace.server.runtime.path;

import org.jspecify.annotations.NullMarked;
