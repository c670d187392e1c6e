// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import java.util.Map;

/**
 * A node type that the catalogue lacks, and why.
 *
 * @param type the type as it is in the chain
 * @param kind {@link FaultKind#TYPE_OF_THINGSBOARD_PE}, {@link FaultKind#TYPE_NOT_YET} or {@link
 *     FaultKind#UNKNOWN_TYPE}
 * @param reason why Millrace lacks it, as the end of a sentence
 */
record MissingType(String type, FaultKind kind, String reason) {

    private static final String THINGSBOARD = "org.thingsboard.rule.engine.";

    /** Returns what is known about a type that the catalogue lacks. */
    static MissingType of(String type) {
        if (!type.startsWith(THINGSBOARD)) {
            return new MissingType(
                    type,
                    FaultKind.UNKNOWN_TYPE,
                    "it is no node of ThingsBoard, and no installed plugin has it");
        }
        String className = type.substring(THINGSBOARD.length());
        Map<String, String> professional = ThingsBoardNodes.PROFESSIONAL;
        if (professional.containsKey(className)) {
            return new MissingType(
                    type,
                    FaultKind.TYPE_OF_THINGSBOARD_PE,
                    "the node \"%s\" belongs to ThingsBoard PE"
                            .formatted(professional.get(className)));
        }
        if (ThingsBoardNodes.PROFESSIONAL_PACKAGES.stream().anyMatch(className::startsWith)) {
            return new MissingType(
                    type, FaultKind.TYPE_OF_THINGSBOARD_PE, "it belongs to ThingsBoard PE");
        }
        String name = ThingsBoardNodes.NOT_YET.get(className);
        return name == null
                ? new MissingType(
                        type,
                        FaultKind.UNKNOWN_TYPE,
                        "ThingsBoard CE 4.2 has no such node, and no installed plugin has it")
                : new MissingType(
                        type,
                        FaultKind.TYPE_NOT_YET,
                        "the node \"%s\" is not yet in Millrace".formatted(name));
    }

    /** Returns the whole sentence, for authors of chains and for errors of messages. */
    String sentence() {
        return "node type %s is not available in Millrace: %s".formatted(type, reason);
    }
}
