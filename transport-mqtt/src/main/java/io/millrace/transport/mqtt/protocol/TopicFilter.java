// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

/** Topic filters [MQTT-4.7]. */
public final class TopicFilter {

    private static final String SHARED = "$share/";

    private TopicFilter() {}

    /** True if a filter is that of a shared subscription. */
    public static boolean isShared(String filter) {
        return filter.startsWith(SHARED);
    }

    /**
     * True if a shared subscription's filter is well-formed: a share name without wildcards, and a filter
     * [MQTT-4.8.2-1], [MQTT-4.8.2-2].
     */
    public static boolean isValidShared(String filter) {
        int end = filter.indexOf('/', SHARED.length());
        if (end <= SHARED.length() || end == filter.length() - 1) {
            return false;
        }
        String name = filter.substring(SHARED.length(), end);
        return name.indexOf('+') < 0 && name.indexOf('#') < 0;
    }

    /** True if wildcards stand for whole levels, and {@code #} is last [MQTT-4.7.1-1], [MQTT-4.7.1-2]. */
    public static boolean isValid(String filter) {
        String[] levels = filter.split("/", -1);
        for (int i = 0; i < levels.length; i++) {
            String level = levels[i];
            boolean isPlain = level.indexOf('+') < 0 && level.indexOf('#') < 0;
            boolean isWildcard = level.equals("+") || (level.equals("#") && i == levels.length - 1);
            if (!isPlain && !isWildcard) {
                return false;
            }
        }
        return !filter.isEmpty();
    }

    /**
     * True if a valid filter matches a topic name. A wildcard at the beginning does not match a name that begins with
     * {@code $} [MQTT-4.7.2-1].
     */
    public static boolean matches(String filter, String topic) {
        if (filter.equals(topic)) {
            return true;
        }
        if (topic.startsWith("$") && (filter.startsWith("+") || filter.startsWith("#"))) {
            return false;
        }
        int f = 0;
        int t = 0;
        while (f < filter.length()) {
            char c = filter.charAt(f);
            if (c == '#') {
                return true;
            }
            if (c == '+') {
                int end = topic.indexOf('/', t);
                t = end < 0 ? topic.length() : end;
                f++;
            } else if (t < topic.length() && c == topic.charAt(t)) {
                f++;
                t++;
            } else {
                // "a/#" also matches "a".
                return t == topic.length() && filter.startsWith("/#", f);
            }
        }
        return t == topic.length();
    }
}
