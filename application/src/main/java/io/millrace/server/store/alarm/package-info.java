// SPDX-License-Identifier: Apache-2.0
/** Alarms of entities, as rule nodes read them. */
@NullMarked
package io.millrace.server.store.alarm;

import org.jspecify.annotations.NullMarked;
