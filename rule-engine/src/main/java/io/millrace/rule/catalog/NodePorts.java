// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.http.HttpClients;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.sending.OutgoingSends;
import io.millrace.rule.store.AlarmStore;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceRpc;
import io.millrace.rule.store.DeviceRpcReplies;
import io.millrace.rule.store.DeviceStates;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityViews;
import io.millrace.rule.store.EntityWrites;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.MessageLog;
import io.millrace.rule.store.NodeTimers;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RestReplies;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesStore;
import java.time.Clock;

/**
 * The ports of all built-in nodes. The catalogue passes each type only those that it needs.
 *
 * @param instance name of this instance
 */
public record NodePorts(
        Scripts scripts,
        TimeseriesStore timeseries,
        TimeseriesReads timeseriesReads,
        AttributeStore attributes,
        EntityStore entities,
        EntityWrites entityWrites,
        EntityViews entityViews,
        RelationStore relations,
        AlarmStore alarms,
        DeviceCredentialsStore deviceCredentials,
        DeviceProfiles deviceProfiles,
        AssetProfiles assetProfiles,
        MessageIntake intake,
        PendingMessages pending,
        RuleStates ruleStates,
        RestReplies restReplies,
        DeviceRpc deviceRpc,
        DeviceRpcReplies deviceRpcReplies,
        DeviceNotifications deviceNotifications,
        DeviceStates deviceStates,
        MessageLog messageLog,
        HttpClients http,
        OutgoingSends sends,
        OutgoingAddresses addresses,
        NodeTimers timers,
        String instance,
        Clock clock) {}
