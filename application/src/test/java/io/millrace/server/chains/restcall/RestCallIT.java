// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.RestReplies;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Calls through a root chain that answers all calls, except those that request no answer. */
class RestCallIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final String device =
            admin.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id");

    RestCallIT() {
        String id = RuleChains.answering().save(server.serviceClient(tenant));
        admin.post("/api/ruleChain/%s/root".formatted(id), "").expect(200);
    }

    private String path(String rest) {
        return "/api/rule-engine/DEVICE/" + device + rest;
    }

    private Stream<RuleMessage> requests(String originator) {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.type().equals("REST_API_REQUEST"))
                .filter(message -> message.originator().id().toString().equals(originator));
    }

    private RuleMessage request(String originator) {
        return requests(originator).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/20000", "/HighPriority/20000"})
    void aChainAnswersTheCall(String rest) {
        RestClient.Answer answer = admin.post(path(rest), "{\"a\":1}").expect(200);

        assertThat(answer.json()).isEqualTo(JsonMapper.shared().readTree("{\"seen\":1}"));
        assertThat(request(device).queue())
                .isEqualTo(rest.startsWith("/High") ? "HighPriority" : null);
    }

    @Test
    void withoutAnEntityItIsAMessageOfTheCaller() {
        String user = admin.get("/api/auth/user").expect(200).text("/id/id");

        admin.post("/api/rule-engine/", "{}").expect(200);

        assertThat(request(user).originator().type().name()).isEqualTo("USER");
    }

    @Test
    void severalCallsAtOnceGetEachItsOwnAnswer() throws Exception {
        List<CompletableFuture<RestClient.Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String body = "{\"n\":%d}".formatted(i);
            answers.add(CompletableFuture.supplyAsync(() -> admin.post(path("/20000"), body)));
        }

        for (int i = 0; i < answers.size(); i++) {
            RestClient.Answer answer = answers.get(i).get(30, TimeUnit.SECONDS).expect(200);
            assertThat(answer.json().path("n").intValue()).isEqualTo(i);
        }
    }

    @Test
    void aCallThatNoChainAnswersTimesOut() {
        RestClient.Answer answer = admin.post(path("/100"), "{\"silent\":true}").expect(408);

        assertThat(answer.body()).isEqualTo("No rule chain answered the call within 100 ms");
    }

    @Test
    void anAnswerThatIsNoJsonIsNotAcceptable() throws Exception {
        CompletableFuture<RestClient.Answer> answer =
                CompletableFuture.supplyAsync(
                        () -> admin.post(path("/20000"), "{\"silent\":true}"));
        await().until(() -> requests(device).findAny().isPresent());
        var metadata = request(device).metadata();
        server.bean(RestReplies.class)
                .reply(
                        Objects.requireNonNull(metadata.get("serviceId")),
                        UUID.fromString(metadata.get("requestUUID")),
                        Payload.ofText("no JSON"));

        assertThat(answer.get(30, TimeUnit.SECONDS).expect(406).body())
                .startsWith("The rule chain's answer is not JSON:");
    }

    @Test
    void anEntityThatIsNotThereIsNotFoundInPlainText() {
        UUID unknown = UUID.randomUUID();

        RestClient.Answer answer = admin.post("/api/rule-engine/DEVICE/" + unknown, "{}");

        assertThat(answer.expect(404).body())
                .isEqualTo("Device with id [%s] is not found".formatted(unknown));
    }

    @Test
    void aUserWhoMayNotChangeTheEntityMayNotCall() {
        RestClient user = server.customerUser(tenant, server.newCustomer(tenant));

        assertThat(user.post(path(""), "{}").expect(403).body())
                .isEqualTo("You don't have permission to perform this operation");
    }

    @Test
    void aCustomersUserCallsForWhatIsAssignedToIt() {
        var customer = server.newCustomer(tenant);
        admin.post("/api/customer/%s/device/%s".formatted(customer, device), "").expect(200);

        server.customerUser(tenant, customer).post(path(""), "{}").expect(200);

        assertThat(request(device).customer()).isEqualTo(customer);
    }

    @Test
    void refusesInvalidRequests() {
        assertThat(admin.post(path(""), "no JSON").expect(400).body()).startsWith("body: ");
        assertThat(admin.post(path("/0"), "{}").expect(400).body())
                .isEqualTo("timeout: expected 1 to 300000 milliseconds, got 0");
        assertThat(admin.post(path("/300001"), "{}").expect(400).body()).startsWith("timeout: ");
        admin.post(path("/soon"), "{}").expect(400);
        assertThat(admin.post(path("/Nowhere/100"), "{}").expect(400).body())
                .isEqualTo("The call is referencing to non-existent queue!");
        admin.post("/api/rule-engine/THING/" + device, "{}").expect(400);
    }
}
