// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.store.alarm.AlarmComment;
import io.millrace.server.store.alarm.AlarmTransactions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AlarmCommentsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonNode device =
            admin.post("/api/device", Map.of("name", "Boiler")).expect(200).json().path("id");
    private final String alarm = "/api/alarm/" + raise("MAJOR");

    private String raise(String severity) {
        ObjectNode alarm = RestClient.object().put("type", "Hot").put("severity", severity);
        alarm.set("originator", device);
        return admin.post("/api/alarm", alarm).expect(200).text("/id/id");
    }

    private static ObjectNode comment(String text) {
        ObjectNode comment = RestClient.object();
        comment.putObject("comment").put("text", text);
        return comment;
    }

    private JsonNode add(String text) {
        return admin.post(alarm + "/comment", comment(text)).expect(200).json();
    }

    private List<JsonNode> comments() {
        return admin.get(alarm + "/comment?pageSize=100&page=0")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .toList();
    }

    private List<String> subtypes() {
        return comments().stream().map(each -> each.at("/comment/subtype").asString()).toList();
    }

    private static String id(JsonNode comment) {
        return comment.at("/id/id").asString();
    }

    @Test
    void aCommentNamesItsAuthorAndTheLatestComesFirst() {
        JsonNode user = admin.get("/api/auth/user").expect(200).json();
        JsonNode first = add("Looking at it");
        add("Fixed");

        assertThat(first.path("userId")).isEqualTo(user.path("id"));
        assertThat(first.path("email")).isEqualTo(user.path("email"));
        assertThat(first.path("type").asString()).isEqualTo("OTHER");
        assertThat(first.at("/alarmId/id").asString()).isEqualTo(alarm.substring(11));
        assertThat(comments())
                .extracting(each -> each.at("/comment/text").asString())
                .containsExactly("Fixed", "Looking at it");
    }

    @Test
    void theAuthorChangesAndDeletesAComment() {
        JsonNode added = add("Lokking at it");

        ObjectNode changed = comment("Looking at it");
        changed.set("id", added.path("id"));
        admin.post(alarm + "/comment", changed).expect(200);
        assertThat(comments())
                .extracting(each -> each.at("/comment/text").asString())
                .containsExactly("Looking at it");

        admin.delete(alarm + "/comment/" + id(added)).expect(200);
        assertThat(comments()).isEmpty();
        admin.delete(alarm + "/comment/" + id(added)).expectError(404, 32);
    }

    @Test
    void anotherUserDoesNotChangeOrDeleteAComment() {
        JsonNode added = add("Looking at it");
        RestClient colleague = server.tenantAdministrator(tenant);

        ObjectNode changed = comment("Not looking at it");
        changed.set("id", added.path("id"));
        colleague.post(alarm + "/comment", changed).expectError(403, 20);
        colleague.delete(alarm + "/comment/" + id(added)).expectError(403, 20);
    }

    @Test
    void commentsOfMillraceRecordWhatHasHappenedAndStay() {
        raise("CRITICAL");
        String user = admin.get("/api/auth/user").expect(200).text("/id/id");
        admin.post(alarm + "/ack", "").expect(200);
        admin.post(alarm + "/assign/" + user, "").expect(200);
        admin.delete(alarm + "/assign").expect(200);
        admin.post(alarm + "/clear", "").expect(200);

        assertThat(subtypes())
                .containsExactly("CLEAR", "UNASSIGN", "ASSIGN", "ACK", "SEVERITY_CHANGED");
        JsonNode severity = comments().getLast();
        assertThat(severity.path("type").asString()).isEqualTo("SYSTEM");
        assertThat(severity.path("userId").isNull()).isTrue();
        assertThat(severity.at("/comment/text").asString())
                .isEqualTo("The severity was changed from MAJOR to CRITICAL");
        admin.delete(alarm + "/comment/" + id(severity)).expectError(400, 31);
    }

    @Test
    void aCommentSendsAMessageOfTheAlarm() {
        JsonNode added = add("Looking at it");
        ObjectNode changed = comment("Fixed");
        changed.set("id", added.path("id"));
        admin.post(alarm + "/comment", changed).expect(200);

        List<RuleMessage> events =
                server.bean(SubmittedMessages.class).of(tenant).stream()
                        .filter(message -> message.type().startsWith("COMMENT_"))
                        .toList();
        assertThat(events)
                .extracting(RuleMessage::type)
                .containsExactly("COMMENT_CREATED", "COMMENT_UPDATED");
        assertThat(events)
                .extracting(RuleMessage::originator)
                .containsOnly(AlarmId.of(alarm.substring(11)).entity());
        JsonNode comment = JsonMapper.shared().readTree(events.getLast().metadata().get("comment"));
        assertThat(comment.at("/comment/text").asString()).isEqualTo("Fixed");
        assertThat(events.getLast().payload().json().path("type").asString()).isEqualTo("Hot");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"comment\":null}",
                "{\"comment\":\"text\"}",
                "{\"comment\":{\"text\":\" \"}}"
            })
    void aCommentWithoutATextIsRefused(String body) {
        assertThat(admin.post(alarm + "/comment", body).expectError(400, 31).text("/message"))
                .startsWith("comment");
    }

    @Test
    void aCommentHasABoundedLength() {
        admin.post(alarm + "/comment", comment("x".repeat(10_001))).expectError(400, 31);
    }

    @Test
    void anAlarmHasABoundedNumberOfComments() {
        server.bean(JdbcClient.class)
                .sql(
                        """
                        insert into alarm_comment (id, created_time, alarm_id, user_id, type, comment)
                        select gen_random_uuid(), 1, cast(:alarm as uuid), null, 'SYSTEM', '{"text":"x"}'
                          from generate_series(1, :number)
                        """)
                .param("alarm", alarm.substring(11))
                .param("number", AlarmTransactions.MOST_COMMENTS)
                .update();

        admin.post(alarm + "/comment", comment("one more")).expectError(400, 31);
        admin.post(alarm + "/ack", "").expect(200);
    }

    @Test
    void aCommentIsFoundOnlyAtItsOwnAlarm() {
        JsonNode added = add("Looking at it");
        admin.post(alarm + "/clear", "").expect(200);
        String other = "/api/alarm/" + raise("MINOR");

        admin.delete(other + "/comment/" + id(added)).expectError(404, 32);
        admin.get("/api/alarm/%s/comment?pageSize=1&page=0".formatted(UUID.randomUUID()))
                .expectError(404, 32);
    }

    @Test
    void theCommentsOfADeletedAlarmAreGone() {
        add("Looking at it");
        admin.delete(alarm).expect(200);

        assertThat(
                        server.bean(JdbcClient.class)
                                .sql(
                                        "select count(*) from alarm_comment where alarm_id = cast(? as uuid)")
                                .param(alarm.substring(11))
                                .query(Long.class)
                                .single())
                .isZero();
    }

    @Test
    void aCommentOfADeletedUserHasNoName() {
        server.bean(AlarmTransactions.class)
                .comment(
                        AlarmComment.of(
                                AlarmId.of(alarm.substring(11)),
                                new UserId(TimeOrderedUuid.next()),
                                comment("Fixed").path("comment"),
                                1));

        assertThat(comments().getFirst().path("email").isNull()).isTrue();
    }
}
