// SPDX-License-Identifier: Apache-2.0
/** Stores and reads what happened to the connections of devices, for people who look for a fault. */
@NullMarked
package io.millrace.server.store.deviceevent;

import org.jspecify.annotations.NullMarked;
