// SPDX-License-Identifier: Apache-2.0
/** Answers the requests of devices that are no messages for the rule chains. */
@NullMarked
package io.millrace.server.runtime.devicerequest;

import org.jspecify.annotations.NullMarked;
