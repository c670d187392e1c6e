// SPDX-License-Identifier: Apache-2.0
/** Alarms: what is, or was, wrong with an entity. */
@NullMarked
package io.millrace.server.store.alarm;

import org.jspecify.annotations.NullMarked;
