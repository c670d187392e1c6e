// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.AssetProfiles.Profile;
import io.millrace.rule.store.AssetProfilesContract;
import io.millrace.server.registry.assetprofile.AssetProfilesChanged;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.EntityLifecycle;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.rest.RestServer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class CachedAssetProfilesContractIT extends AssetProfilesContract {

    private final RestServer server = RestServer.running();
    private final EntityLifecycle<Asset> assets =
            server.bean(new ParameterizedTypeReference<AssignableEntities<Asset>>() {}).lifecycle();
    private final AssignableRepository<Asset> stored =
            server.bean(new ParameterizedTypeReference<AssignableRepository<Asset>>() {});

    @Override
    protected AssetProfiles profiles() {
        return server.bean(AssetProfiles.class);
    }

    @Override
    protected TenantId newTenant() {
        return server.newTenant();
    }

    @Override
    protected RuleChainId newChain(TenantId owner) {
        return RuleChainId.of(
                server.tenantAdministrator(owner)
                        .post("/api/ruleChain", Map.of("name", "C"))
                        .expect(200)
                        .text("/id/id"));
    }

    @Override
    protected AssetId assetWith(TenantId owner, Profile profile) {
        return assets.create(owner, content(), made(owner, profile)).id();
    }

    @Override
    protected void change(TenantId owner, AssetId asset, Profile profile) {
        Asset former = stored.find(owner, asset.id()).orElseThrow();
        assets.change(former, content(), made(owner, profile), null);
    }

    private static AssignableContent content() {
        return AssignableContent.named("A", Map.of());
    }

    private TypeChoice made(TenantId owner, Profile profile) {
        RuleChainId chain = profile.defaultRuleChain();
        server.bean(JdbcClient.class)
                .sql(
                        """
                        insert into asset_profile (id, created_time, tenant_id, name, default_rule_chain_id,
                                                   default_queue_name)
                        values (?, 0, ?, ?, ?, ?)
                        """)
                .param(profile.id().id())
                .param(owner.id())
                .param(profile.name())
                .param(chain == null ? null : chain.id())
                .param(profile.defaultQueue())
                .update();
        return new TypeChoice.OfProfile(profile.id().id());
    }

    @Test
    void hearsOfAProfileThatIsChanged() {
        TenantId owner = newTenant();
        var admin = server.tenantAdministrator(owner);
        AssetId asset =
                AssetId.of(
                        admin.post("/api/asset", Map.of("name", "A", "type", "hall"))
                                .text("/id/id"));
        AssetProfileId profile = find(owner, asset).orElseThrow().id();
        ObjectNode body = (ObjectNode) admin.get("/api/assetProfile/" + profile).json();

        JsonNode changed =
                admin.post("/api/assetProfile", body.put("defaultQueueName", "HighPriority"))
                        .expect(200)
                        .json();

        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(find(owner, asset).orElseThrow().defaultQueue()).isEqualTo("HighPriority");
    }

    @Test
    void cachesUntilAnEventReportsAChange() {
        TenantId owner = newTenant();
        AssetId asset =
                assetWith(
                        owner,
                        new Profile(new AssetProfileId(TimeOrderedUuid.next()), "p", null, null));
        find(owner, asset);
        server.bean(JdbcClient.class)
                .sql(
                        "update asset_profile set default_queue_name = 'HighPriority' where tenant_id = ?")
                .param(owner.id())
                .update();
        assertThat(find(owner, asset).orElseThrow().defaultQueue()).isNull();

        server.context().publishEvent(new AssetProfilesChanged(owner));
        assertThat(find(owner, asset).orElseThrow().defaultQueue()).isEqualTo("HighPriority");

        assets.delete(stored.find(owner, asset.id()).orElseThrow());
        assertThat(find(owner, asset)).isEmpty();
    }

    private Optional<Profile> find(TenantId owner, AssetId asset) {
        return profiles()
                .of(owner, asset)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }
}
