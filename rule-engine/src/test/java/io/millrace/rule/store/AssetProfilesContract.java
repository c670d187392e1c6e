// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.AssetProfiles.Profile;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link AssetProfiles} must do. */
public abstract class AssetProfilesContract {

    private TenantId tenant;

    /** The profiles under test; the same at each call within a test. */
    protected abstract AssetProfiles profiles();

    /** Makes a profile like the given one, and an asset that has it. */
    protected abstract AssetId assetWith(TenantId owner, Profile profile);

    /** Gives an asset that exists another profile, which is made like the given one. */
    protected abstract void change(TenantId owner, AssetId asset, Profile profile);

    /** A chain of the tenant that a profile may name. */
    protected RuleChainId newChain(TenantId owner) {
        return new RuleChainId(TimeOrderedUuid.next());
    }

    /** A tenant that may own assets. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    @BeforeEach
    final void makeATenant() {
        tenant = newTenant();
    }

    @Test
    void knowsAPlainProfile() {
        Profile plain = new Profile(newId(), "plain", null, null);
        AssetId asset = assetWith(tenant, plain);

        assertThat(find(tenant, asset)).contains(plain);
    }

    @Test
    void knowsChainAndQueueOfAProfile() {
        Profile full = new Profile(newId(), "full", newChain(tenant), "HighPriority");
        AssetId asset = assetWith(tenant, full);

        assertThat(find(tenant, asset)).contains(full);
    }

    @Test
    void seesAChangeAtOnce() {
        AssetId asset = assetWith(tenant, new Profile(newId(), "old", null, null));
        find(tenant, asset);
        Profile changed = new Profile(newId(), "new", null, "HighPriority");

        change(tenant, asset, changed);

        assertThat(find(tenant, asset)).contains(changed);
    }

    @Test
    void knowsNoAssetThatDoesNotExist() {
        assertThat(find(tenant, new AssetId(TimeOrderedUuid.next()))).isEmpty();
    }

    @Test
    void knowsNoAssetOfAnotherTenant() {
        AssetId asset = assetWith(tenant, new Profile(newId(), "p", null, null));

        assertThat(find(newTenant(), asset)).isEmpty();
    }

    private Optional<Profile> find(TenantId owner, AssetId asset) {
        return profiles()
                .of(owner, asset)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    private static AssetProfileId newId() {
        return new AssetProfileId(TimeOrderedUuid.next());
    }
}
