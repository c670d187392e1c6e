// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.millrace.server.platform.peer.Peer;
import io.millrace.server.platform.peer.Peers;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Names the other instances of the cluster and their addresses. An instance without peers is healthy. */
final class PeerHealth implements HealthIndicator {

    private final Peers peers;

    PeerHealth(Peers peers) {
        this.peers = peers;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (Peer peer : peers.known()) {
            health.withDetail(peer.name(), peer.url().toString());
        }
        return health.build();
    }
}
