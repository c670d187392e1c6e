// SPDX-License-Identifier: Apache-2.0
/** The rate limits that tenant profiles set on the messages of devices, in ThingsBoard's format. */
@NullMarked
package io.millrace.server.registry.ratelimit;

import org.jspecify.annotations.NullMarked;
