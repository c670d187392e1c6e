// SPDX-License-Identifier: Apache-2.0
/** Answers requests of devices that are no messages for the rule chains, for all transports. */
@NullMarked
package io.millrace.server.runtime.devicerequest;

import org.jspecify.annotations.NullMarked;
