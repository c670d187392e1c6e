// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.directory;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.peer.InstanceRun;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.DeviceEvents;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that list the connections of devices. */
@Configuration(proxyBeanMethods = false)
class DirectoryConfiguration {

    @Bean
    ConnectionDirectory connectionDirectory(
            Transactions transactions, InstanceSettings instance, InstanceRun run) {
        return new ConnectionDirectory(transactions, instance.instanceId(), run.id());
    }

    @Bean
    OwnConnections ownConnections(
            ConnectionDirectory directory,
            DeviceConnections connections,
            RuleEngine engine,
            Clock clock,
            ObjectProvider<Takeovers> takeovers) {
        Takeovers checks = takeovers.getIfAvailable();
        OwnConnections own =
                checks == null
                        ? new OwnConnections(directory, engine, clock, false, _ -> {})
                        : new OwnConnections(directory, engine, clock, true, checks::listed);
        connections.listen(own);
        return own;
    }

    @Bean
    LostWills lostWills(MessageIntake intake, DeviceEvents events, Clock clock) {
        return new LostWills(intake, events, clock);
    }

    @Bean
    LostConnections lostConnections(
            Transactions transactions,
            OwnConnections own,
            DeviceDirectory devices,
            RuleEngine engine,
            LostWills wills,
            InstanceSettings instance,
            InstanceRun run,
            QueueSettings queue) {
        EndedRuns.Self self =
                new EndedRuns.Self(instance.instanceId(), run.id(), queue.isSingleInstance());
        return new LostConnections(
                transactions, own, devices, engine, wills, new EndedRuns(self, System::nanoTime));
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    Takeovers takeovers(Transactions transactions, SessionCloser closer) {
        return new Takeovers(transactions, closer);
    }

    @Bean
    ListedConnections listedConnections(OwnConnections own, LostConnections lost) {
        return new ListedConnections(own::count, own::refusals, lost::count);
    }
}
