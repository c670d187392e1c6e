// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.UserId;
import org.jspecify.annotations.Nullable;

/** The user that an alarm is assigned to. */
record AlarmAssignee(
        UserId id, @Nullable String firstName, @Nullable String lastName, String email) {}
