// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Devices that exist already.
 *
 * @param devices those whose readings are published
 * @param gateways those that connect, each for as many of the devices; empty: each device connects
 * @param readings finds what is stored of the devices
 */
public record Population(List<Device> devices, List<Device> gateways, StoredReadings readings) {

    public Population {
        if (!gateways.isEmpty() && devices.size() % gateways.size() != 0) {
            throw new IllegalArgumentException(
                    "%d devices cannot be divided evenly among %d gateways"
                            .formatted(devices.size(), gateways.size()));
        }
    }

    /** Devices that connect themselves. */
    public Population(List<Device> devices, StoredReadings readings) {
        this(devices, List.of(), readings);
    }

    /**
     * What the connections publish.
     *
     * @param readings number of readings in each message of a gateway; a divisor of the number of devices behind it
     * @param firstTs timestamp of the first reading of each device, in milliseconds since the epoch
     */
    List<? extends Cargo> cargos(int readings, long firstTs) {
        if (gateways.isEmpty()) {
            return devices.stream().map(device -> new OwnReadings(device, firstTs)).toList();
        }
        int behind = devices.size() / gateways.size();
        return IntStream.range(0, gateways.size())
                .mapToObj(i ->
                        new GatewayReadings(
                                gateways.get(i),
                                devices.subList(i * behind, (i + 1) * behind),
                                readings,
                                firstTs))
                .toList();
    }
}
