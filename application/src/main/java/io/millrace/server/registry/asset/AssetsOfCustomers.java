// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerBelongings;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import org.springframework.stereotype.Component;

/** Assets of a customer that is deleted are assigned to nobody. Nothing is remembered of assets that says whose they are. */
@Component
final class AssetsOfCustomers implements CustomerBelongings {

    private final AssetRepository assets;
    private final EntityActions actions;

    AssetsOfCustomers(AssetRepository assets, EntityActions actions) {
        this.assets = assets;
        this.actions = actions;
    }

    @Override
    public Released release(SecurityUser by, Customer customer, int most) {
        List<Asset> released = assets.unassignSome(customer.tenantId(), customer.id(), most);
        return new Released(
                released.size(),
                () -> actions.unassigned(by, released, customer.id(), customer.title()));
    }
}
