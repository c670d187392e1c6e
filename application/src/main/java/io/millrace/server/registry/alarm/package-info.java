// SPDX-License-Identifier: Apache-2.0
/** Alarms over REST: their lists, their changes by users, and their comments. */
@NullMarked
package io.millrace.server.registry.alarm;

import org.jspecify.annotations.NullMarked;
