// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.List;

/**
 * Devices that exist already.
 *
 * @param devices those that publish
 * @param readings finds what is stored of them
 */
public record Population(List<Device> devices, StoredReadings readings) {}
