// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import java.util.List;

/** Which attributes and latest values a node fetches, and what becomes of them. The keys are templates. */
interface AttributeSelection {

    List<String> clientAttributeNames();

    List<String> sharedAttributeNames();

    List<String> serverAttributeNames();

    List<String> latestTsKeyNames();

    /** Whether a message goes on by {@code Failure} where one of the values does not exist. */
    boolean tellFailureIfAbsent();

    /** Whether latest values come with their time. */
    boolean getLatestValueWithTs();

    FetchTo fetchTo();
}
