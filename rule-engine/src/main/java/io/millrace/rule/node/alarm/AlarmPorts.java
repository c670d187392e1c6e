// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.alarm;

import io.millrace.rule.script.Scripts;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.MessageIntake;
import java.time.Clock;

/** What the nodes for alarms use. */
public record AlarmPorts(
        Scripts scripts,
        AlarmStore alarms,
        EntityStore entities,
        MessageIntake intake,
        Clock clock) {}
