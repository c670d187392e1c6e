// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.AssetProfiles;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Holds the profiles of the assets that a test adds. */
public final class InMemoryAssetProfiles implements AssetProfiles {

    private record Owned(TenantId tenant, AssetId asset) {}

    private final Map<Owned, Profile> profiles = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<Profile>> of(TenantId tenant, AssetId asset) {
        return CompletableFuture.completedFuture(
                Optional.ofNullable(profiles.get(new Owned(tenant, asset))));
    }

    /** Gives an asset its profile. */
    public void put(TenantId tenant, AssetId asset, Profile profile) {
        profiles.put(new Owned(tenant, asset), profile);
    }
}
