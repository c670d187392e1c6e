// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.delivery.Hop;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.version.RuleChainNames;
import io.millrace.server.runtime.path.PathView.HopView;
import java.util.List;
import org.springframework.stereotype.Component;

/** Puts names to the chains and nodes of ways that somebody else keeps. */
@Component
public final class PathNames {

    private final RuleChainNames names;

    PathNames(RuleChainNames names) {
        this.names = names;
    }

    /** The hops of each branch with the names that they have now; null where they have none any more. */
    public List<List<HopView>> of(TenantId tenant, List<List<Hop>> branches) {
        Namer namer = new Namer(names, tenant);
        return branches.stream().map(namer::branch).toList();
    }
}
