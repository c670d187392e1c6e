// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import io.millrace.message.id.TenantId;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides where nodes may connect to: everywhere that {@link AddressRules} let through, and where the process or the tenant
 * is allowed to besides. A name says nothing about where a connection ends, and may say something else a moment later; so
 * whoever connects must ask for the very address that it is going to connect to. Safe for use by many threads.
 */
public final class OutgoingGuard {

    private final AllowedTargets ofProcess;
    private final Function<TenantId, AllowedTargets> ofTenant;

    /**
     * A guard.
     *
     * @param ofProcess where nodes of all tenants may connect to
     * @param ofTenant where those of one may besides; may wait, until an interrupt at the longest
     */
    public OutgoingGuard(AllowedTargets ofProcess, Function<TenantId, AllowedTargets> ofTenant) {
        this.ofProcess = ofProcess;
        this.ofTenant = ofTenant;
    }

    /**
     * Asks for one connection. May wait until the tenant's targets are known, but only where they matter.
     *
     * @param tenant whose node is going to connect
     * @param host what was resolved: a name, or the address as text
     * @param address to which the connection will go
     * @param port TCP port
     * @throws OutgoingRefusedException if it must not connect
     */
    public void check(TenantId tenant, String host, InetAddress address, int port)
            throws OutgoingRefusedException {
        Optional<String> reason =
                AddressRules.isMetadataName(host)
                        ? Optional.of("a name by which a cloud answers its machines")
                        : AddressRules.reason(address);
        if (reason.isEmpty() || ofProcess.allow(host, address, port)) {
            return;
        }
        if (!ofTenant.apply(tenant).allow(host, address, port)) {
            throw new OutgoingRefusedException(
                    describe(host, address, port), "it is " + reason.get());
        }
    }

    /**
     * Whether a host may be connected to by its name alone, wherever it is; for a host behind a proxy, which maybe nobody
     * here can resolve.
     */
    boolean allowsName(TenantId tenant, String host, int port) {
        return !AddressRules.isMetadataName(host)
                && (ofProcess.allowName(host, port)
                        || ofTenant.apply(tenant).allowName(host, port));
    }

    private static String describe(String host, InetAddress address, int port) {
        String text = address.getHostAddress();
        return host.equals(text)
                ? "%s, port %d,".formatted(text, port)
                : "%s (%s), port %d,".formatted(host, text, port);
    }
}
