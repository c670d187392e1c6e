// SPDX-License-Identifier: Apache-2.0
/** Devices that connect through a gateway. */
@NullMarked
package io.millrace.server.registry.gateway;

import org.jspecify.annotations.NullMarked;
