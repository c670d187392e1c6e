// SPDX-License-Identifier: Apache-2.0
/** Alarms: what they are, how they change, and their JSON. */
@NullMarked
package io.millrace.rule.alarm;

import org.jspecify.annotations.NullMarked;
