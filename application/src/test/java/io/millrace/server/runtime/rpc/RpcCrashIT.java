// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.Meters;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.rest.RestClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to a device without a connection, in a service that is killed with its database. */
final class RpcCrashIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String USER = "tenant@millrace.local";
    private static final String PASSWORD = "a password for tests";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("MILLRACE_ADMIN_PASSWORD", PASSWORD, "MILLRACE_DEMO", "true");

    @TempDir private Path directory;

    @Test
    void aWaitingMessageLeavesByFailureAfterTheRestartAndAPersistentRequestIsStillQueued() {
        String device;
        String persistent;
        try (ApplicationProcess killed = ApplicationProcess.start(directory, ENVIRONMENT)) {
            RestClient admin = signIn(killed);
            device = admin.post("/api/device", Map.of("name", "Crash")).expect(200).text("/id/id");
            useChainThatSavesFailures(
                    ServiceClient.signIn(killed.httpUrl(), USER, PASSWORD), admin);
            persistent =
                    admin.post(
                                    "/api/rpc/twoway/" + device,
                                    "{\"method\":\"m\",\"params\":1,\"timeout\":300000,\"persistent\":true}")
                            .expect(200)
                            .text("/rpcId");
            String path = "/api/rpc/twoway/" + device;
            CompletableFuture<RestClient.Answer> lost =
                    CompletableFuture.supplyAsync(() ->
                            admin.post(path, "{\"method\":\"m\",\"params\":1,\"timeout\":20000}"));
            Meters meters = new Meters(killed.httpUrl());
            await().until(() -> meters.value("millrace_rpc_offline") == 1);
            // A delivery ends when its message is stored; until then a crash loses it, and its
            // caller has no answer.
            await().until(() -> meters.value("millrace_queue_running") == 0);

            killed.killWithPostgres();

            assertThat(lost).failsWithin(PATIENCE);
        }
        try (ApplicationProcess restarted = ApplicationProcess.start(directory, ENVIRONMENT)) {
            RestClient admin = signIn(restarted);

            await().untilAsserted(() -> assertThat(error(admin, device)).isEqualTo("TIMEOUT"));
            assertThat(admin.get("/api/rpc/persistent/" + persistent).expect(200).text("/status"))
                    .isEqualTo("QUEUED");
        }
    }

    private static RestClient signIn(ApplicationProcess application) {
        return new RestClient(application.httpUrl(), null).signedIn(USER, PASSWORD);
    }

    private static void useChainThatSavesFailures(ServiceClient service, RestClient admin) {
        RuleChains graph = new RuleChains("Failures of requests");
        int type =
                graph.node(
                        "filter.TbMsgTypeFilterNode",
                        "Requests",
                        "{\"messageTypes\":[\"RPC_CALL_FROM_SERVER_TO_DEVICE\"]}");
        int call = graph.node("rpc.TbSendRPCRequestNode", "Call", "{\"timeoutInSeconds\":60}");
        String chain = graph.connect(type, "True", call).storingData(call, "Failure").save(service);
        admin.post("/api/ruleChain/%s/root".formatted(chain), "").expect(200);
    }

    private static String error(RestClient admin, String device) {
        return admin.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=error"
                                .formatted(device))
                .expect(200)
                .json()
                .at("/error/0/value")
                .asString("");
    }
}
