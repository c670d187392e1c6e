// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.outgoing.AddressRange;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardedAddressTest {

    private final ForwardedAddress behindProxies =
            new ForwardedAddress(
                    List.of(AddressRange.of("10.0.0.0/8"), AddressRange.of("fd00::/8")));

    @Test
    void withoutTrustedProxiesTheHeaderIsIgnored() {
        assertThat(new ForwardedAddress(List.of()).of("10.0.0.1", List.of("1.2.3.4")))
                .isEqualTo("10.0.0.1");
    }

    @Test
    void aPeerThatIsNoTrustedProxyIsTheClient() {
        assertThat(behindProxies.of("5.6.7.8", List.of("1.2.3.4"))).isEqualTo("5.6.7.8");
    }

    @Test
    void theClientIsTheLastAddressThatIsNoTrustedProxys() {
        assertThat(behindProxies.of("10.0.0.1", List.of("9.9.9.9, 1.2.3.4", "10.0.0.2")))
                .isEqualTo("1.2.3.4");
        assertThat(behindProxies.of("fd00::1", List.of("[2001:db8::7]:4711")))
                .isEqualTo("2001:db8::7");
        assertThat(behindProxies.of("10.0.0.1", List.of("1.2.3.4:4711"))).isEqualTo("1.2.3.4");
    }

    @Test
    void whatIsNoAddressEndsTheListBeforeIt() {
        assertThat(behindProxies.of("10.0.0.1", List.of("1.2.3.4, unknown, 10.0.0.2")))
                .isEqualTo("10.0.0.2");
        assertThat(behindProxies.of("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
    }

    @Test
    void aNetworkIsAnIpv4AddressOrThe64FirstBitsOfAnIpv6Address() {
        assertThat(ClientNetwork.of("1.2.3.4").name()).isEqualTo("1.2.3.4");
        assertThat(ClientNetwork.of("::ffff:1.2.3.4").name()).isEqualTo("1.2.3.4");
        assertThat(ClientNetwork.of("2001:db8:1:2:3:4:5:6"))
                .isEqualTo(ClientNetwork.of(InetAddress.ofLiteral("2001:db8:1:2::1")))
                .hasToString("2001:db8:1:2::/64");
        assertThat(ClientNetwork.of("2001:db8:1:3::1"))
                .isNotEqualTo(ClientNetwork.of("2001:db8:1:2::1"));
    }
}
