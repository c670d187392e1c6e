// SPDX-License-Identifier: Apache-2.0
/** Records the events of devices' connections, and shows them. */
@NullMarked
package io.millrace.server.runtime.deviceevent;

import org.jspecify.annotations.NullMarked;
