// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import io.millrace.message.id.TenantId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves hosts to addresses to which a tenant's nodes may connect. Safe for use by many threads. */
public final class OutgoingAddresses {

    private final OutgoingGuard guard;
    private final HostLookups lookups;

    public OutgoingAddresses(OutgoingGuard guard, HostLookups lookups) {
        this.guard = guard;
        this.lookups = lookups;
    }

    /**
     * The addresses of a host to which a node may connect, at least one; for a connection that begins now, and to no other
     * address. Waits for the name server.
     *
     * @throws OutgoingRefusedException if it may connect to none of them
     * @throws UnknownHostException if there are none
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
     * Asks for a host that a proxy is to connect to. The proxy resolves it again, maybe to something else, so this is no
     * protection from somebody who answers for the host's name; only the proxy's own rules are. All addresses must be
     * allowed, and a host that cannot be resolved here must be allowed by its name. Waits for the name server.
     *
     * @throws OutgoingRefusedException if the proxy must not be asked
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
                    "it is behind a proxy, and cannot be resolved here to say where it is");
        }
        for (InetAddress address : addresses) {
            guard.check(tenant, host, address, port);
        }
    }
}
