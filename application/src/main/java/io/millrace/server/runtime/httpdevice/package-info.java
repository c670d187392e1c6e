// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP API for devices: telemetry and attributes, long polls for changed attributes and RPC requests, and the requests
 * of devices. The access token in the path identifies the device.
 */
@NullMarked
package io.millrace.server.runtime.httpdevice;

import org.jspecify.annotations.NullMarked;
