// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

/**
 * Alarm rules that cannot be evaluated.
 *
 * @param fault where the fault is, and what is wrong
 */
public record FaultyAlarmRules(String fault) implements ProfileAlarmRules {}
