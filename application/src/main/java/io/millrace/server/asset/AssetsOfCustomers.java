// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.asset;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.customer.CustomerBelongings;
import org.springframework.stereotype.Component;

/** Assets of a customer that is deleted are assigned to nobody. */
@Component
final class AssetsOfCustomers implements CustomerBelongings {

    private final AssetRepository assets;

    AssetsOfCustomers(AssetRepository assets) {
        this.assets = assets;
    }

    /** Nothing is remembered of assets that says whose they are. */
    @Override
    public Runnable release(TenantId tenant, CustomerId customer) {
        assets.unassignAll(tenant, customer);
        return () -> {};
    }
}
