// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.ChainGraph;
import io.millrace.benchmark.load.Device;
import io.millrace.benchmark.load.Parallel;
import io.millrace.benchmark.load.Population;
import io.millrace.benchmark.load.Provisioning;
import io.millrace.benchmark.load.RestApi;
import io.millrace.benchmark.load.RestReadings;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes devices among other things. */
final class Settlements {

    private static final int NODES = 3;

    private Settlements() {}

    /** The given number of devices of one tenant, which use its root chain. */
    static Population devices(ServerProcess server, int number)
            throws IOException, InterruptedException {
        RestApi rest = server.rest();
        return new Population(
                new Provisioning(rest).makeDevices("Growth", number, Provisioning.DEFAULT_PROFILE),
                new RestReadings(rest));
    }

    /** The given number of devices of one tenant behind gateways, which use its root chain. */
    static Population behindGateways(ServerProcess server, int gateways, int devices)
            throws IOException, InterruptedException {
        RestApi rest = server.rest();
        Provisioning provisioning = new Provisioning(rest);
        return new Population(
                provisioning.makeDevices("Growth", devices, Provisioning.DEFAULT_PROFILE),
                Parallel.make(gateways, i -> provisioning.makeGateway("Growth gateway " + i)),
                new RestReadings(rest));
    }

    /** Devices over the given number of profiles, each with a chain of its own. */
    static Population chains(ServerProcess server, int number, int devices)
            throws IOException, InterruptedException {
        RestApi rest = server.rest();
        Provisioning provisioning = new Provisioning(rest);
        var _ =
                Parallel.make(
                        number,
                        i -> {
                            provisioning.makeProfile("Growth " + i, ChainGraph.line(NODES));
                            return i;
                        });
        return new Population(
                Parallel.make(
                        devices,
                        i -> provisioning.makeDevice("Growth device " + i, "Growth " + i % number)),
                new RestReadings(rest));
    }

    /** Devices over the given number of tenants; they use the tenants' root chains. */
    static Population tenants(ServerProcess server, int number, int devices)
            throws IOException, InterruptedException {
        Provisioning installation = new Provisioning(server.installation());
        List<RestApi> tenants = Parallel.make(number, i -> installation.makeTenant("growth-" + i));
        List<Device> made =
                Parallel.make(
                        devices,
                        i ->
                                new Provisioning(tenants.get(i % number))
                                        .makeDevice(
                                                "Growth device " + i,
                                                Provisioning.DEFAULT_PROFILE));
        Map<String, RestReadings> readings = new HashMap<>();
        for (int i = 0; i < devices; i++) {
            readings.put(made.get(i).id(), new RestReadings(tenants.get(i % number)));
        }
        return new Population(
                made,
                (device, from, to, found) -> {
                    RestReadings of = readings.get(device.id());
                    if (of != null) {
                        of.find(device, from, to, found);
                    }
                });
    }
}
