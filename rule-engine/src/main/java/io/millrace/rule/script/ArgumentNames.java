// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.rule.node.InvalidConfigurationException;
import java.util.regex.Pattern;

/** The names of a script's three arguments. */
public record ArgumentNames(String msg, String metadata, String msgType) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{0,99}");

    /** The names in the scripts of all nodes except the generator. */
    public static final ArgumentNames MESSAGE = new ArgumentNames("msg", "metadata", "msgType");

    /** The names in a generator's script; its arguments are the message that it generated last. */
    public static final ArgumentNames PREVIOUS =
            new ArgumentNames("prevMsg", "prevMetadata", "prevMsgType");

    /**
     * @throws InvalidConfigurationException if a name is not a plain identifier, or two are the same
     */
    public ArgumentNames {
        requireName(msg);
        requireName(metadata);
        requireName(msgType);
        if (msg.equals(metadata) || msg.equals(msgType) || metadata.equals(msgType)) {
            throw new InvalidConfigurationException(
                    "argNames: expected different names, got %s, %s and %s"
                            .formatted(msg, metadata, msgType));
        }
    }

    private static void requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidConfigurationException(
                    "argNames: expected the names of variables, got \"%s\"".formatted(name));
        }
    }
}
