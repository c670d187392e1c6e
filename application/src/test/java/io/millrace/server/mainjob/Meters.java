// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The meters of a running service, as Prometheus reads them. */
public final class Meters {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI uri;

    public Meters(String url) {
        this.uri = URI.create(url + "/actuator/prometheus");
    }

    /** The value of one meter, its tags included in the name. */
    public double value(String name) {
        return read().lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(Meters::valueOf)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no meter " + name));
    }

    /** The sum of all meters whose lines begin so; there must be one. */
    double sum(String beginning) {
        double[] values =
                read().lines()
                        .filter(line -> line.startsWith(beginning))
                        .mapToDouble(Meters::valueOf)
                        .toArray();
        if (values.length == 0) {
            throw new AssertionError("no meter begins with " + beginning);
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static double valueOf(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    private String read() {
        try {
            return http.send(
                            HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
