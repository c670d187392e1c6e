// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/** The payloads that devices publish: three values with an explicit time stamp. */
final class Reading {

    /** The key of a value that every reading has. */
    static final String KEY = "temperature";

    private Reading() {}

    /** The payload of the reading with the given number. */
    static String payload(long ts, int number) {
        return "{\"ts\":"
                + ts
                + ",\"values\":{\"temperature\":"
                + number % 40
                + ".5,\"humidity\":"
                + number % 100
                + (number % 2 == 0 ? ",\"open\":true}}" : ",\"open\":false}}");
    }
}
