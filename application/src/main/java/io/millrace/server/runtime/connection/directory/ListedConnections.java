// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Figures of the directory of connections, for metrics.
 *
 * @param open number of connections to this instance that are listed
 * @param refused number of changes that were refused because too many waited to be written
 * @param lost number of connections that ended with another process and were handled by this one
 */
public record ListedConnections(IntSupplier open, LongSupplier refused, LongSupplier lost) {}
