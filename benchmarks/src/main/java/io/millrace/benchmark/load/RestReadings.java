// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the stored readings over the REST API. Responses are parsed as streams, and never held in memory as a whole.
 */
public final class RestReadings implements StoredReadings {

    /** Maximum number of values in one response of the REST API. */
    private static final int AT_ONCE = 100_000;

    private final RestApi rest;

    public RestReadings(RestApi rest) {
        this.rest = rest;
    }

    @Override
    public void find(Device device, long from, long to, LongConsumer found)
            throws IOException, InterruptedException {
        for (long start = from; start < to; start += AT_ONCE) {
            String path =
                    "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=%s&startTs=%d&endTs=%d&limit=%d"
                            .formatted(
                                    device.id(),
                                    Reading.KEY,
                                    start,
                                    Math.min(to, start + AT_ONCE),
                                    AT_ONCE);
            try (InputStream body = rest.stream(path);
                    JsonParser json = JsonMapper.shared().createParser(body)) {
                timeStamps(json, found);
            }
        }
    }

    private static void timeStamps(JsonParser json, LongConsumer found) {
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
            if (token == JsonToken.PROPERTY_NAME && json.currentName().equals("ts")) {
                json.nextToken();
                found.accept(json.getLongValue());
            }
        }
    }
}
