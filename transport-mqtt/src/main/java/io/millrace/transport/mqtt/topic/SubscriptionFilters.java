// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.topic;

import java.util.Set;

/** The topic filters that devices may subscribe to: exactly these, as in ThingsBoard. */
public final class SubscriptionFilters {

    private static final Set<String> ALLOWED =
            Set.of(
                    "v1/devices/me/attributes",
                    "v2/a",
                    "v2/a/j",
                    "v2/a/p",
                    "v1/devices/me/rpc/request/+",
                    "v2/r/req/+",
                    "v2/r/req/j/+",
                    "v2/r/req/p/+",
                    "v1/devices/me/rpc/response/+",
                    "v2/r/res/+",
                    "v2/r/res/j/+",
                    "v2/r/res/p/+",
                    "v1/devices/me/attributes/response/+",
                    "v2/a/res/+",
                    "v2/a/res/j/+",
                    "v2/a/res/p/+",
                    "v1/gateway/attributes",
                    "v1/gateway/rpc",
                    "v1/gateway/attributes/response",
                    "v2/fw/response/+/chunk/+",
                    "v2/fw/error",
                    "v2/sw/response/+/chunk/+",
                    "v2/sw/error");

    private SubscriptionFilters() {}

    /** True if a device may subscribe to the filter. */
    public static boolean isAllowed(String filter) {
        return ALLOWED.contains(filter);
    }

    /** True if an allowed filter matches a topic name; {@code +} matches one level. */
    public static boolean matches(String filter, String topic) {
        int f = 0;
        int t = 0;
        while (f < filter.length()) {
            if (filter.charAt(f) == '+') {
                int end = topic.indexOf('/', t);
                t = end < 0 ? topic.length() : end;
            } else if (t < topic.length() && filter.charAt(f) == topic.charAt(t)) {
                t++;
            } else {
                return false;
            }
            f++;
        }
        return t == topic.length();
    }
}
