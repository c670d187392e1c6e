// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.util.List;

/**
 * Connects devices that send nothing, says {@value #CONNECTED}, and disconnects them when its standard input ends.
 * Options are those of the {@link LoadGenerator}; only {@code --http}, {@code --mqtt}, {@code --user},
 * {@code --password} and {@code --devices} have an effect.
 */
public final class SilentDevices {

    /** The line that is printed when the server has accepted all devices. */
    public static final String CONNECTED = "connected";

    private SilentDevices() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = Options.parse(arguments);
        List<Device> devices =
                new Provisioning(RestApi.signIn(options.server()))
                        .makeDevices(
                                "Silent " + System.currentTimeMillis(),
                                options.devices(),
                                Provisioning.DEFAULT_PROFILE);
        try (Fleet fleet = new Fleet(options.server().mqtt())) {
            Latencies none = new Latencies();
            for (Device device : devices) {
                fleet.connect(new Publisher(device, 0, 1, none, (_, _, _) -> {}), none);
            }
            fleet.awaitAccepted();
            System.out.println(CONNECTED);
            while (System.in.read() >= 0) {
                // Only the end has a meaning.
            }
        }
    }
}
