// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import java.util.function.IntSupplier;

/**
 * Figures of the HTTP API for devices, for metrics.
 *
 * @param waiting number of requests that wait for data
 * @param taken number of RPC requests that devices have taken and not replied to
 */
public record DeviceApiFigures(IntSupplier waiting, IntSupplier taken) {}
