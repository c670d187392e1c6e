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
 * Asked by the library for each connection that it makes, at the time when it makes it; it connects to what is answered
 * here and asks nobody else.
 */
record GuardedDns(TenantId tenant, OutgoingAddresses addresses) implements DnsResolver {

    /** The library expects no other failure of a look-up. The cause is the one that counts. */
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
        throw new UnsupportedOperationException("a look-up without a port is not offered");
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        throw new UnsupportedOperationException("only addresses can be looked up");
    }
}
