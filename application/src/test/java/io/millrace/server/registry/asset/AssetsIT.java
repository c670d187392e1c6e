// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.assignable.AssignableContract;
import io.millrace.server.rest.RestClient;
import java.util.List;
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

    private static Stream<String> types(RestClient caller) {
        JsonNode types = caller.get("/api/asset/types").expect(200).json();
        return types.valueStream().map(each -> each.path("type").stringValue());
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
