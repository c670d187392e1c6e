// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The address of an instance whose operator names none. */
final class OwnAddressTest {

    private static final List<String> NONE = List.of();

    @Test
    void isThatOfTheHttpServerIfItIsBoundToOne() throws UnknownHostException {
        InetAddress bound = InetAddress.getByName("10.1.2.3");

        assertThat(new OwnAddress(bound, true, List.of("127.0.0.1:9092")).at(8443))
                .hasToString("https://10.1.2.3:8443");
    }

    @Test
    void isTheSourceOfPacketsToTheFirstBrokerWithARoute() throws UnknownHostException {
        InetAddress all = InetAddress.getByName("0.0.0.0");
        List<String> brokers = List.of("no port", "broker:port", "127.0.0.1:9092");

        assertThat(new OwnAddress(all, false, brokers).at(8080))
                .hasToString("http://127.0.0.1:8080");
        assertThat(new OwnAddress(null, false, brokers).at(8080))
                .hasToString("http://127.0.0.1:8080");
    }

    @Test
    void isThatOfTheHostWithoutARoute() throws UnknownHostException {
        assertThat(new OwnAddress(null, false, NONE).at(1).getHost())
                .isEqualTo(InetAddress.getLocalHost().getHostAddress());
    }

    @Test
    void canBeOfVersion6() throws UnknownHostException {
        assertThat(new OwnAddress(InetAddress.getByName("fe80::1%0"), false, NONE).at(8080))
                .hasToString("http://[fe80:0:0:0:0:0:0:1]:8080");
    }
}
