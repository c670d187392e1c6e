// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.id.TenantId;
import io.millrace.rule.outgoing.OutgoingAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves the host of each new connection for the library, at the time when the connection is opened. The library
 * connects only to the addresses returned.
 */
record GuardedDns(TenantId tenant, OutgoingAddresses addresses) implements DnsResolver {

    /**
     * Wraps the failure of a lookup, because the library expects an {@link UnknownHostException}; {@link #reason()} is
     * the actual failure.
     */
    static final class LookupFailure extends UnknownHostException {

        private static final long serialVersionUID = 1L;

        private final IOException reason;

        private LookupFailure(IOException reason) {
            super(reason.getMessage());
            this.reason = reason;
        }

        IOException reason() {
            return reason;
        }
    }

    @Override
    public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        try {
            return addresses.of(tenant, host, port).stream()
                    .map(address -> new InetSocketAddress(address, port))
                    .toList();
        } catch (IOException e) {
            throw new LookupFailure(e);
        }
    }

    @Override
    public InetAddress[] resolve(String host) {
        throw new UnsupportedOperationException("lookups without a port are not supported");
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        throw new UnsupportedOperationException("lookups of canonical names are not supported");
    }
}
