// SPDX-License-Identifier: Apache-2.0
/**
 * The alarm rules of device profiles: their JSON, the state of a device under them, and their evaluation. Without stores,
 * threads and a clock: what an evaluation needs is passed to it, and what has to happen is what it returns.
 */
@NullMarked
package io.millrace.rule.alarmrule;

import org.jspecify.annotations.NullMarked;
