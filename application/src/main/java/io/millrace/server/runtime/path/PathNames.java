// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Hop;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.version.RuleChainNames;
import io.millrace.server.runtime.path.PathView.HopView;
import java.util.List;
import org.springframework.stereotype.Component;

/** Adds the names of chains and nodes to given paths. */
@Component
public final class PathNames {

    private final RuleChainNames names;

    PathNames(RuleChainNames names) {
        this.names = names;
    }

    /** Returns the hops of each branch with the current names; null for names that no longer exist. */
    public List<List<HopView>> of(TenantId tenant, List<List<Hop>> branches) {
        Namer namer = new Namer(names, tenant);
        return branches.stream().map(namer::branch).toList();
    }
}
