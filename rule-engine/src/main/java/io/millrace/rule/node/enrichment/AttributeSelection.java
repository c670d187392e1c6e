// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import java.util.List;

/** Which attributes and latest values a node fetches, and where it writes them. The keys are templates. */
interface AttributeSelection {

    List<String> clientAttributeNames();

    List<String> sharedAttributeNames();

    List<String> serverAttributeNames();

    List<String> latestTsKeyNames();

    /** Whether a message leaves by {@code Failure} if one of the values does not exist. */
    boolean tellFailureIfAbsent();

    /** Whether latest values include their time. */
    boolean getLatestValueWithTs();

    FetchTo fetchTo();
}
