// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0,unspecified",
        "0.0.0.1,this network",
        "0.255.255.255,this network",
        "10.0.0.0,private",
        "10.255.255.255,private",
        "100.64.0.0,carrier-grade NAT",
        "100.127.255.255,carrier-grade NAT",
        "127.0.0.1,loopback",
        "127.255.255.255,loopback",
        "169.254.0.1,link-local",
        "169.254.255.255,link-local",
        "172.16.0.0,private",
        "172.31.255.255,private",
        "192.0.0.1,protocol assignments",
        "192.0.2.1,documentation",
        "192.88.99.1,6to4 relay",
        "192.168.0.0,private",
        "192.168.255.255,private",
        "198.18.0.0,benchmarks",
        "198.19.255.255,benchmarks",
        "198.51.100.1,documentation",
        "203.0.113.1,documentation",
        "224.0.0.1,multicast",
        "239.255.255.255,multicast",
        "240.0.0.1,reserved",
        "255.255.255.254,reserved",
        "255.255.255.255,broadcast"
    })
    void refusesIpv4(String address, String reason) {
        assertThat(AddressRules.reason(InetAddress.ofLiteral(address)))
                .get()
                .asString()
                .contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "::,unspecified",
        "::1,loopback",
        "::2,compatible",
        "::8.8.8.8,compatible",
        "::10.0.0.1,compatible",
        "::ffff:0:127.0.0.1,reserved",
        "64:ff9b::10.0.0.1,private",
        "64:ff9b::127.0.0.1,loopback",
        "64:ff9b:1::8.8.8.8,local NAT64",
        "100::1,reserved",
        "1fff::1,reserved",
        "2001::1,Teredo",
        "2001:0:ffff::1,Teredo",
        "2001:2::1,protocol assignments",
        "2001:1ff::1,protocol assignments",
        "2001:db8::1,documentation",
        "2002:7f00:1::,6to4",
        "2002:808:808::1,6to4",
        "3fff::1,documentation",
        "4000::1,reserved",
        "5f00::1,reserved",
        "fc00::1,unique local",
        "fdff:ffff::1,unique local",
        "fe80::1,link-local",
        "febf::1,link-local",
        "fec0::1,site-local",
        "ff02::1,multicast",
        "ffff::1,multicast"
    })
    void refusesIpv6(String address, String reason) {
        assertThat(AddressRules.reason(InetAddress.ofLiteral(address)))
                .get()
                .asString()
                .contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.170.2",
                "169.254.170.23",
                "169.254.0.23",
                "168.63.129.16",
                "192.0.0.192",
                "100.100.100.200",
                "fd00:ec2::254",
                "fd00:ec2::23",
                "fd20:ce::254",
                "fe80::a9fe:a9fe",
                "64:ff9b::169.254.169.254",
                "::ffff:169.254.169.254"
            })
    void refusesWhereCloudsAnswerTheirMachines(String address) {
        assertThat(AddressRules.reason(InetAddress.ofLiteral(address)))
                .contains("a cloud metadata address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "168.63.129.17",
                "::ffff:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2003::1",
                "2606:4700::1111",
                "3ffe::1"
            })
    void letsPublicAddressesThrough(String address) {
        assertThat(AddressRules.reason(InetAddress.ofLiteral(address))).isEmpty();
    }

    @Test
    void seesThroughAMappedAddressThatIsKeptAsIpv6() throws UnknownHostException {
        byte[] bytes = new byte[16];
        bytes[10] = -1;
        bytes[11] = -1;
        bytes[12] = 10;
        bytes[15] = 1;

        assertThat(AddressRules.reason(Inet6Address.getByAddress("x", bytes, -1)))
                .contains("a private address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata.google.internal", "METADATA.Google.Internal.", "metadata"})
    void knowsTheNamesOfTheClouds(String name) {
        assertThat(AddressRules.isMetadataName(name)).isTrue();
    }
}
