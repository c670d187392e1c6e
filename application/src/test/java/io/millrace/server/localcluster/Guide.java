// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.localcluster;

import io.millrace.queue.kafka.BrokerNode;
import io.millrace.server.mainjob.ServiceClient;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints the first steps with the cluster. */
final class Guide {

    private Guide() {}

    /**
     * @param device a device to try, or null: there is none
     */
    static String text(
            List<BrokerNode> brokers,
            List<LocalInstance> instances,
            String password,
            ServiceClient.@Nullable Device device) {
        StringBuilder text = new StringBuilder("\nThe cluster is ready.\n");
        for (LocalInstance instance : instances) {
            text.append(
                    "  %s: %s, MQTT %s, log %s%n"
                            .formatted(
                                    instance,
                                    instance.httpUrl(),
                                    instance.mqttAddress(),
                                    instance.log()));
        }
        text.append(
                "  Kafka: %s%n"
                        .formatted(
                                brokers.stream()
                                        .map(BrokerNode::address)
                                        .collect(Collectors.joining(", "))));
        text.append("  Accounts: sysadmin@millrace.local, tenant@millrace.local%n".formatted());
        text.append("  Password of these accounts: %s%n".formatted(password));
        if (device != null) {
            text.append(firstReading(instances, password, device));
        }
        return text.append(
                        "  Kill an instance (kill -9 PID): the others go on. Ctrl-C stops all.\n")
                .toString();
    }

    private static String firstReading(
            List<LocalInstance> instances, String password, ServiceClient.Device device) {
        String last = instances.getLast().httpUrl();
        return """
          Send a first reading to one instance:
            mosquitto_pub -h localhost -p %d -q 1 -t v1/devices/me/telemetry -u %s -m '{"temperature":21.5}'
          Read it from another:
            TOKEN=$(curl -s %s/api/auth/login -H 'Content-Type: application/json' -d '{"username":"tenant@millrace.local","password":"%s"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
            curl -s -H "Authorization: Bearer $TOKEN" %s/api/plugins/telemetry/DEVICE/%s/values/timeseries
        """
                .formatted(
                        instances.getFirst().mqttPort(),
                        device.token(),
                        last,
                        password,
                        last,
                        device.id());
    }
}
