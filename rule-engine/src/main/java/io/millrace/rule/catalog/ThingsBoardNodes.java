// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;

/**
 * The nodes of ThingsBoard that Millrace does not have: their names by class, without the common package {@code
 * org.thingsboard.rule.engine}. A test compares them with the page on compatibility.
 */
final class ThingsBoardNodes {

    /** Nodes of ThingsBoard CE 4.2. */
    static final Map<String, String> NOT_YET =
            Map.ofEntries(
                    entry("action.TbSaveToCustomCassandraTableNode", "save to custom table"),
                    entry("telemetry.TbCalculatedFieldsNode", "calculated fields"),
                    entry("edge.TbMsgPushToEdgeNode", "push to edge"),
                    entry("edge.TbMsgPushToCloudNode", "push to cloud"),
                    entry("transaction.TbSynchronizationBeginNode", "synchronization start"),
                    entry("transaction.TbSynchronizationEndNode", "synchronization end"),
                    entry("mqtt.azure.TbAzureIotHubNode", "azure iot hub"),
                    entry("aws.sns.TbSnsNode", "aws sns"),
                    entry("aws.sqs.TbSqsNode", "aws sqs"),
                    entry("aws.lambda.TbAwsLambdaNode", "aws lambda"),
                    entry("gcp.pubsub.TbPubSubNode", "gcp pubsub"),
                    entry("sms.TbSendSmsNode", "send sms"),
                    entry("notification.TbNotificationNode", "send notification"),
                    entry("ai.TbAiNode", "AI request"));

    /** Nodes that only ThingsBoard PE has. */
    static final Map<String, String> PROFESSIONAL =
            Map.ofEntries(
                    entry("action.TbAddToGroupNode", "add to group"),
                    entry("action.TbChangeOwnerNode", "change owner"),
                    entry("action.TbRemoveFromGroupNode", "remove from group"),
                    entry("analytics.incoming.TbSimpleAggMsgNode", "aggregate stream"),
                    entry("analytics.latest.alarm.TbAlarmsCountNode", "alarms count (deprecated)"),
                    entry("analytics.latest.alarm.TbAlarmsCountNodeV2", "alarms count"),
                    entry(
                            "analytics.latest.telemetry.TbAggLatestTelemetryNode",
                            "aggregate latest (deprecated)"),
                    entry(
                            "analytics.latest.telemetry.TbAggLatestTelemetryNodeV2",
                            "aggregate latest"),
                    entry("integration.TbIntegrationDownlinkNode", "integration downlink"),
                    entry("report.TbGenerateReportNode", "generate report"),
                    entry("report.TbGenerateReportV2Node", "generate report"),
                    entry(
                            "transform.TbDuplicateMsgToGroupByNameNode",
                            "duplicate to group by name"),
                    entry("transform.TbDuplicateMsgToGroupNode", "duplicate to group"),
                    entry("transform.TbDuplicateMsgToRelatedNode", "duplicate to related"));

    /** Packages that only ThingsBoard PE has. */
    static final List<String> PROFESSIONAL_PACKAGES =
            List.of("analytics.", "integration.", "report.");

    private ThingsBoardNodes() {}
}
