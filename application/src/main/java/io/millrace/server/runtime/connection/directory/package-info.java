// SPDX-License-Identifier: Apache-2.0
/**
 * The table {@code device_connection}: which device is connected to which instance, the connections that were lost with
 * an instance, and the takeover of a device by its newest connection.
 */
@NullMarked
package io.millrace.server.runtime.connection.directory;

import org.jspecify.annotations.NullMarked;
