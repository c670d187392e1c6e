// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import io.millrace.message.id.TenantId;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides where nodes may connect: to all addresses that {@link AddressRules} allow, and to the additional targets of
 * the process and the tenant. A name does not determine where a connection ends, because its address may change at any
 * time; so callers must check the very address that they are about to connect to. Safe for use by many threads.
 */
public final class OutgoingGuard {

    private final AllowedTargets ofProcess;
    private final Function<TenantId, AllowedTargets> ofTenant;

    /**
     * Creates a guard.
     *
     * @param ofProcess additional targets for nodes of all tenants
     * @param ofTenant additional targets of one tenant; may wait, but must react to an interrupt
     */
    public OutgoingGuard(AllowedTargets ofProcess, Function<TenantId, AllowedTargets> ofTenant) {
        this.ofProcess = ofProcess;
        this.ofTenant = ofTenant;
    }

    /**
     * Checks one connection. May wait for the tenant's targets, but only if they matter.
     *
     * @param tenant tenant of the node that is about to connect
     * @param host the name that was resolved, or the address as text
     * @param address the address to connect to
     * @param port TCP port
     * @throws OutgoingRefusedException if the connection is not allowed
     */
    public void check(TenantId tenant, String host, InetAddress address, int port)
            throws OutgoingRefusedException {
        Optional<String> reason =
                AddressRules.isMetadataName(host)
                        ? Optional.of("a cloud metadata name")
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
     * True if connections to a host are allowed by its name alone, at any address; for a host behind a proxy, which may
     * not be resolvable here.
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
