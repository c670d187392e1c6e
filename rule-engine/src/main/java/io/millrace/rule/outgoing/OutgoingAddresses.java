// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import io.millrace.message.id.TenantId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Resolves hosts to the addresses to which a tenant's nodes may connect. Safe for use by many threads. */
public final class OutgoingAddresses {

    private final OutgoingGuard guard;
    private final HostLookups lookups;

    public OutgoingAddresses(OutgoingGuard guard, HostLookups lookups) {
        this.guard = guard;
        this.lookups = lookups;
    }

    /**
     * Returns the addresses of a host to which a node may connect, at least one. The result holds only for a connection
     * that is opened now, and only to these addresses. Waits for the name server.
     *
     * @throws OutgoingRefusedException if the node may connect to none of them
     * @throws UnknownHostException if the host has no address
     */
    public List<InetAddress> of(TenantId tenant, String host, int port) throws IOException {
        List<InetAddress> allowed = new ArrayList<>();
        @Nullable OutgoingRefusedException refused = null;
        for (InetAddress address : lookups.addressesOf(tenant, host)) {
            try {
                guard.check(tenant, host, address, port);
                allowed.add(address);
            } catch (OutgoingRefusedException e) {
                refused = refused == null ? e : refused;
            }
        }
        if (allowed.isEmpty() && refused != null) {
            throw refused;
        }
        return allowed;
    }

    /**
     * Checks a host that a proxy will connect to. The proxy resolves the name again, possibly to another address, so
     * this does not protect against an attacker who controls the host's DNS; only the proxy's own rules do. All
     * addresses must be allowed, and a host that cannot be resolved here must be allowed by its name. Waits for the
     * name server.
     *
     * @throws OutgoingRefusedException if the host is not allowed
     */
    public void checkBehindProxy(TenantId tenant, String host, int port) throws IOException {
        if (guard.allowsName(tenant, host, port)) {
            return;
        }
        List<InetAddress> addresses;
        try {
            addresses = lookups.addressesOf(tenant, host);
        } catch (UnknownHostException _) {
            throw new OutgoingRefusedException(
                    "%s, port %d,".formatted(host, port),
                    "it is behind a proxy and cannot be resolved here, so its address cannot be checked");
        }
        for (InetAddress address : addresses) {
            guard.check(tenant, host, address, port);
        }
    }

    /**
     * Checks an address that a library has resolved itself and is about to connect to.
     *
     * @throws OutgoingRefusedException if the node may not connect to it
     */
    public void check(TenantId tenant, String host, InetAddress address, int port)
            throws OutgoingRefusedException {
        guard.check(tenant, host, address, port);
    }

    /** Returns a factory of sockets that resolve their host by {@link #of} and connect to an allowed address only. */
    public SocketFactory sockets(TenantId tenant) {
        return new GuardedSockets(tenant, this);
    }
}
