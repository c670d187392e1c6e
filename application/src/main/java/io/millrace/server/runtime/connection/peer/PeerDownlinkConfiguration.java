// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.peer.Peers;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.runtime.connection.DeviceReplies;
import io.millrace.server.runtime.connection.LocalDownlinks;
import io.millrace.server.runtime.connection.directory.ConnectionDirectory;
import io.millrace.server.web.instance.PeerPosts;
import io.millrace.transport.device.DeviceConnections;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import tools.jackson.databind.json.JsonMapper;

/** Beans of an instance of a cluster that send to devices which are connected to other instances. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
class PeerDownlinkConfiguration {

    private static final int MOST_CALLS = 20_000;
    private static final long LEAST_BYTES = 16L << 20;
    private static final Duration SWEEP = Duration.ofSeconds(1);

    @Bean
    PeerLinks peerLinks(Peers peers, PeerPosts posts, JsonMapper json) {
        long room = Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 32);
        return new PeerLinks(
                peers, (peer, batch) -> posts.post(peer, PeerLinks.PATH, batch), json, room);
    }

    @Bean
    PendingCalls pendingCalls(Clock clock) {
        return new PendingCalls(MOST_CALLS, clock);
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask pendingCallSweep(PendingCalls pending, PeerLinks links) {
        PeriodicTask sweep =
                new PeriodicTask("pending-calls", SWEEP, () -> pending.sweep(links::isKnown));
        sweep.start(SWEEP);
        return sweep;
    }

    @Bean
    @Primary
    ClusterDownlinks clusterDownlinks(
            LocalDownlinks local,
            ConnectionDirectory directory,
            PeerLinks links,
            PendingCalls pending,
            Clock clock) {
        return new ClusterDownlinks(local, directory, links, pending, clock);
    }

    @Bean
    PeerInbox peerInbox(
            InstanceSettings instance,
            DeviceConnections connections,
            LocalDownlinks local,
            DeviceReplies replies,
            RuleEngine engine,
            PeerLinks links,
            PendingCalls pending) {
        return new PeerInbox(
                instance.instanceId(), connections, local, replies, engine, links, pending);
    }

    @Bean
    PeerFigures peerFigures(PeerLinks links, PendingCalls pending, ClusterDownlinks downlinks) {
        return new PeerFigures(
                links::waitingBytes,
                pending::count,
                links::accepted,
                links::lost,
                links::refused,
                downlinks::notLookedUp);
    }
}
