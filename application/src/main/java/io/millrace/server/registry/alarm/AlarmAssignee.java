// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.UserId;
import org.jspecify.annotations.Nullable;

/** The user to whom an alarm is assigned. */
record AlarmAssignee(
        UserId id, @Nullable String firstName, @Nullable String lastName, String email) {}
