// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTargetsTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.255.255.255,80,true",
        "10.0.0.0/8,11.0.0.0,80,false",
        "10.0.0.0/8,fd00::1,80,false",
        "10.0.0.0/8,64:ff9b::10.1.2.3,80,true",
        "10.0.0.0/9,10.128.0.0,80,false",
        "0.0.0.0/0,10.0.0.1,80,true",
        "10.0.0.1,10.0.0.1,80,true",
        "10.0.0.1,10.0.0.2,80,false",
        "10.0.0.1:8080,10.0.0.1,8080,true",
        "10.0.0.1:8080,10.0.0.1,80,false",
        "10.0.0.0/8:443,10.2.3.4,443,true",
        "10.0.0.0/8:443,10.2.3.4,444,false",
        "fd00::/8,fd12::1,80,true",
        "fd00::/8,fe80::1,80,false",
        "::1,::1,80,true",
        "[::1],::1,80,true",
        "[::1]:80,::1,80,true",
        "[::1]:80,::1,81,false",
        "[fd00::/8]:80,fd12::1,80,true"
    })
    void allowsAddressesAndRanges(String entry, String address, int port, boolean allowed) {
        assertThat(targets(entry).allow(address, InetAddress.ofLiteral(address), port))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "plant.example,plant.example,80,true",
        "plant.example,PLANT.Example.,80,true",
        "Plant.Example.,plant.example,80,true",
        "plant.example,a.plant.example,80,false",
        "plant.example,notplant.example,80,false",
        "plant.example:443,plant.example,443,true",
        "plant.example:443,plant.example,80,false",
        "*.plant.example,a.plant.example,80,true",
        "*.plant.example,a.b.plant.example,80,true",
        "*.plant.example,plant.example,80,false",
        "*.plant.example,notplant.example,80,false",
        "*.plant.example:1883,a.plant.example,1883,true",
        "localhost,localhost,80,true"
    })
    void allowsNames(String entry, String host, int port, boolean allowed) {
        assertThat(targets(entry).allow(host, InetAddress.ofLiteral("10.0.0.1"), port))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/0,false",
        "169.254.0.0/16,false",
        "169.254.169.254/31,false",
        "evil.example,false",
        "169.254.169.254,true",
        "169.254.169.254/32,true"
    })
    void allowsWhereCloudsAnswerOnlyByThemselves(String entry, boolean allowed) {
        InetAddress metadata = InetAddress.ofLiteral("169.254.169.254");

        assertThat(targets(entry).allow("evil.example", metadata, 80)).isEqualTo(allowed);
        assertThat(
                        targets(entry)
                                .allow(
                                        "evil.example",
                                        InetAddress.ofLiteral("64:ff9b::169.254.169.254"),
                                        80))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "*.",
                "10.0.0.0/33",
                "10.0.0.1/8",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "256.0.0.1",
                "10.0.0.1:0",
                "10.0.0.1:65536",
                "10.0.0.1:http",
                "[::1",
                "[::1]80",
                "[plant.example]:80",
                "fd00::/129",
                "fd00::g",
                "http://plant.example",
                "plant.example/path",
                "a..b",
                "a b",
                "-a"
            })
    void refusesWhatItCannotRead(String entry) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> targets(entry))
                .withMessageContaining("\"" + entry + "\"");
    }

    @Test
    void readsEachEntryWithoutTheSpaceAroundIt() {
        assertThat(AllowedTargets.of(List.of(" 10.0.0.0/8", "plant.example ")).entries())
                .containsExactly(
                        new AllowedTargets.Addresses(AddressRange.of("10.0.0.0/8"), 0),
                        new AllowedTargets.Host("plant.example", false, 0));
    }

    private static AllowedTargets targets(String entry) {
        return AllowedTargets.of(List.of(entry));
    }
}
