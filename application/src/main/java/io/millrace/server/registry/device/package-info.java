// SPDX-License-Identifier: Apache-2.0
/** Devices, what they prove themselves with, and the look-up that tells which device has connected. */
@NullMarked
package io.millrace.server.registry.device;

import org.jspecify.annotations.NullMarked;
