// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.web.api.IdRules;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** One request reads many entities by their ids; deleted ones are missing from the answer. */
class EntitiesByIdsIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.tenantAdministrator(server.newTenant());

    private String create(String kind, String name) {
        return admin.post("/api/" + kind, Map.of("name", name, "title", name))
                .expect(200)
                .text("/id/id");
    }

    @ParameterizedTest
    @CsvSource({
        "customer, /api/customers/list",
        "customer, /api/customers",
        "deviceProfile, /api/deviceProfileInfos/list",
        "deviceProfile, /api/deviceProfileInfos",
        "assetProfile, /api/assetProfileInfos/list",
        "assetProfile, /api/assetProfileInfos",
        "ruleChain, /api/ruleChains/list",
        "ruleChain, /api/ruleChains",
    })
    void thoseThatExistAreReadByTheirIds(String kind, String path) {
        String first = create(kind, "first");
        String second = create(kind, "second");
        String deleted = create(kind, "deleted");
        admin.delete("/api/%s/%s".formatted(kind, deleted)).expect(200);

        JsonNode found =
                admin.get(
                                "%s?%sIds=%s"
                                        .formatted(
                                                path,
                                                kind,
                                                String.join(",", second, deleted, first)))
                        .expect(200)
                        .json();

        assertThat(found.valueStream().map(each -> each.path("name").stringValue()))
                .containsExactly("first", "second");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/devices, deviceIds",
        "/api/assets, assetIds",
        "/api/customers/list, customerIds",
        "/api/deviceProfileInfos/list, deviceProfileIds",
        "/api/assetProfileInfos/list, assetProfileIds",
        "/api/ruleChains/list, ruleChainIds",
    })
    void tooManyIdsAreRefusedAndSoAreTextsThatAreNone(String path, String parameter) {
        String url = "%s?%s=".formatted(path, parameter);
        List<String> most = Collections.nCopies(IdRules.MAX_IDS, UUID.randomUUID().toString());

        assertThat(admin.get(url + String.join(",", most)).expect(200).json()).isEmpty();
        assertThat(
                        admin.get(url + String.join(",", most) + "," + most.getFirst())
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("%s: expected at most 100 ids, got 101".formatted(parameter));
        admin.get(url + "x").expectError(400, 31);
    }

    @Test
    void theNumberOfTenantProfilesInOneRequestIsLimitedToo() {
        List<String> ids = Collections.nCopies(IdRules.MAX_IDS + 1, UUID.randomUUID().toString());

        server.systemAdministrator()
                .get("/api/tenantProfiles/list?ids=" + String.join(",", ids))
                .expectError(400, 31);
    }
}
