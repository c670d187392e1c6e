// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PopulationTest {

    private static final List<Device> DEVICES =
            IntStream.range(0, 6).mapToObj(i -> new Device("id" + i, "device " + i, "t")).toList();
    private static final Device GATEWAY = new Device("id6", "gateway", "t");
    private static final Device OTHER_GATEWAY = new Device("id7", "other gateway", "t");

    private static Population behind(Device... gateways) {
        return new Population(DEVICES, List.of(gateways), (_, _, _, _) -> {});
    }

    @Test
    void withoutGatewaysEachDeviceConnects() {
        assertThat(behind().cargos(1, 0)).map(Cargo::device).isEqualTo(DEVICES);
    }

    @Test
    void eachDeviceIsBehindOneGateway() {
        assertThat(behind(GATEWAY, OTHER_GATEWAY).cargos(1, 5))
                .isEqualTo(
                        List.of(
                                new GatewayReadings(GATEWAY, DEVICES.subList(0, 3), 1, 5),
                                new GatewayReadings(OTHER_GATEWAY, DEVICES.subList(3, 6), 1, 5)));
    }

    @Test
    void devicesThatCannotBeDividedEvenlyAreRefused() {
        assertThatThrownBy(() -> behind(GATEWAY, OTHER_GATEWAY, GATEWAY, GATEWAY))
                .hasMessageContaining("6 devices")
                .hasMessageContaining("4 gateways");
    }
}
