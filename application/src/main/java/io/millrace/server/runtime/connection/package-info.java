// SPDX-License-Identifier: Apache-2.0
/** The connections of devices, over all transports and instances. */
@NullMarked
package io.millrace.server.runtime.connection;

import org.jspecify.annotations.NullMarked;
