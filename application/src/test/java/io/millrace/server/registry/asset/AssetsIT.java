// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.assignable.AssignableContract;
import io.millrace.server.rest.RestClient;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AssetsIT extends AssignableContract {

    AssetsIT() {
        super(EntityType.ASSET);
    }

    @Override
    protected List<String> ownProperties() {
        return List.of();
    }

    @Override
    protected String article() {
        return "an";
    }

    private static Stream<JsonNode> some(RestClient caller, Object... ids) {
        String list = String.join(",", Stream.of(ids).map(String::valueOf).toList());
        return caller.get("/api/assets?assetIds=" + list).expect(200).json().valueStream();
    }

    private static Stream<String> types(RestClient caller) {
        JsonNode types = caller.get("/api/asset/types").expect(200).json();
        return types.valueStream().map(each -> each.path("type").stringValue());
    }

    @Test
    void findsAssetsByTheirIds() {
        JsonNode first = create("Hall 1");
        JsonNode second = create("Hall 2");
        create("Hall 3");

        assertThat(some(admin, id(second), id(first), UUID.randomUUID()))
                .containsExactly(first, second);
        admin.get("/api/assets?assetIds=x").expectError(400, 31);
    }

    @Test
    void aCustomerUserFindsOnlyAssignedAssetsByTheirIds() {
        JsonNode other = create("other");
        JsonNode own = assign(create("own"), customer);

        assertThat(some(server.customerUser(tenant, customer), id(own), id(other)))
                .containsExactly(own);
    }

    @Test
    void namesTheTypesThatAssetsHave() {
        create("A", "yard");
        assign(create("B", "hall"), customer);

        assertThat(types(admin)).containsExactly("hall", "yard");
        assertThat(types(server.customerUser(tenant, customer))).containsExactly("hall");
        JsonNode types = admin.get("/api/asset/types").expect(200).json();
        assertThat(types.at("/0/entityType").stringValue()).isEqualTo("ASSET");
        assertThat(types.at("/0/tenantId/id").stringValue()).isEqualTo(tenant.toString());
    }
}
