// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.FreePorts;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Where a broker that is its own controller listens on the loopback interface.
 *
 * @param id of the broker among those of its cluster, from 1
 * @param port for clients
 * @param controllerPort for the other brokers
 */
public record BrokerNode(int id, int port, int controllerPort) {

    /** A broker on ports that are free now. */
    static BrokerNode onFreePorts() {
        return new BrokerNode(1, FreePorts.take(), FreePorts.take());
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    private String vote() {
        return "%d@127.0.0.1:%d".formatted(id, controllerPort);
    }

    /**
     * What the broker reads at its start.
     *
     * @param all the brokers of its cluster, itself among them
     * @param log where it keeps its log
     */
    Properties settings(List<BrokerNode> all, String log) {
        String copies = Integer.toString(all.size());
        String inSync = Integer.toString(all.size() / 2 + 1);
        Properties settings = new Properties();
        settings.setProperty("node.id", Integer.toString(id));
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty(
                "listeners",
                "PLAINTEXT://%s,CONTROLLER://127.0.0.1:%d".formatted(address(), controllerPort));
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty(
                "controller.quorum.voters",
                all.stream().map(BrokerNode::vote).collect(Collectors.joining(",")));
        settings.setProperty("log.dirs", log);
        settings.setProperty("auto.create.topics.enable", "false");
        settings.setProperty("default.replication.factor", copies);
        settings.setProperty("min.insync.replicas", inSync);
        settings.setProperty("offsets.topic.replication.factor", copies);
        settings.setProperty("offsets.topic.num.partitions", "1");
        settings.setProperty("transaction.state.log.replication.factor", copies);
        settings.setProperty("transaction.state.log.min.isr", inSync);
        settings.setProperty("group.consumer.session.timeout.ms", "6000");
        settings.setProperty("group.consumer.min.session.timeout.ms", "6000");
        settings.setProperty("group.consumer.heartbeat.interval.ms", "500");
        settings.setProperty("group.consumer.min.heartbeat.interval.ms", "500");
        return settings;
    }
}
