// SPDX-License-Identifier: Apache-2.0
/** Devices, their credentials, and the lookup of the device that connects. */
@NullMarked
package io.millrace.server.registry.device;

import org.jspecify.annotations.NullMarked;
