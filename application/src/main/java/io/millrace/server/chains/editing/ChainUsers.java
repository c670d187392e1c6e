// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.server.web.api.NamedEntity;
import java.util.List;

/**
 * What sends messages into a chain.
 *
 * @param root true if it is the tenant's root chain
 * @param nodes the nodes that call it, also nodes of the chain itself
 * @param deviceProfiles the device profiles whose default chain it is
 * @param assetProfiles the asset profiles whose default chain it is
 */
record ChainUsers(
        boolean root,
        List<OutputLabelsUsage> nodes,
        List<NamedEntity> deviceProfiles,
        List<NamedEntity> assetProfiles) {

    ChainUsers {
        nodes = List.copyOf(nodes);
        deviceProfiles = List.copyOf(deviceProfiles);
        assetProfiles = List.copyOf(assetProfiles);
    }
}
