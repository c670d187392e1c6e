// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.start.StartNotice;
import io.millrace.server.registry.device.DemoDevice;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class FirstStartIT {

    private final RestServer server = RestServer.running();

    @Test
    void makesTheAccountsAndADemoDeviceThatIsReadyToSend() {
        RestClient tenant = server.signIn("tenant@millrace.local");
        assertThat(
                        server.systemAdministrator()
                                .get("/api/auth/user")
                                .expect(200)
                                .text("/authority"))
                .isEqualTo("SYS_ADMIN");

        String id =
                tenant.get("/api/tenant/devices?deviceName=Demo%20Device")
                        .expect(200)
                        .text("/id/id");
        String token = tenant.get("/api/device/" + id + "/credentials").text("/credentialsId");

        assertThat(token).matches("[A-Za-z0-9]{20}");
        assertThat(server.bean(DemoDevice.class).accessToken()).contains(token);
    }

    @Test
    void happensOnceHoweverManyInstancesStart() {
        long before = accounts();

        List<CompletableFuture<Void>> starts =
                Stream.generate(() ->
                                CompletableFuture.runAsync(
                                        server.bean(FirstStart.class)::afterSingletonsInstantiated))
                        .limit(4)
                        .toList();
        starts.forEach(CompletableFuture::join);

        assertThat(accounts()).isEqualTo(before).isEqualTo(2);
        assertThat(server.bean(FirstStart.class).generatedPassword()).isEmpty();
    }

    private long accounts() {
        return server.bean(JdbcClient.class)
                .sql("select count(*) from user_account where email like '%@millrace.local'")
                .query(Long.class)
                .single();
    }

    @Test
    void tellsTheOperatorTheAccountsAndHowToSendAFirstReading() {
        List<String> lines =
                server.context().getBeansOfType(StartNotice.class).values().stream()
                        .flatMap(notice -> notice.lines().stream())
                        .toList();

        assertThat(lines).contains("Accounts: sysadmin@millrace.local, tenant@millrace.local");
        assertThat(lines)
                .anyMatch(line ->
                        line.contains("mosquitto_pub")
                                && line.contains(
                                        server.bean(DemoDevice.class).accessToken().orElseThrow()));
        assertThat(lines).noneMatch(line -> line.contains(RestServer.PASSWORD));
    }
}
