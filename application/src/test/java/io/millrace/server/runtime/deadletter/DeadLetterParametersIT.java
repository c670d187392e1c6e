// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parameters that calls for dead letters refuse, and the error messages. */
final class DeadLetterParametersIT {

    private static final RestClient ADMIN = RestServer.running().newTenantAdministrator();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    GET    | ?page=0                                     | pageSize: is required
                    GET    | ?pageSize=1&page=0&sortProperty=data        | sortProperty: cannot sort by 'data'; allowed: [attempts, createdTime, error, messageType, queueName, ruleNodeName]
                    GET    | ?pageSize=1&page=0&entityType=GADGET        | entityType: expected one of
                    GET    | ?pageSize=1&page=0&entityId=7               | entityId: expected a UUID, got '7'
                    GET    | ?pageSize=1&page=0&entityId=01890a5d-ac96-774b-bcce-b302099a8057 | entityType: expected the type of entityId; it is missing
                    GET    | ?pageSize=1&page=0&startTime=yesterday      | startTime: expected milliseconds since the epoch, got 'yesterday'
                    GET    | ?pageSize=1&page=0&endTime=9223372036854775807 | endTime: expected milliseconds since the epoch, got '9223372036854775807'
                    GET    | ?pageSize=1&page=0&startTime=2&endTime=1    | endTime: expected 2 (startTime) or more, got 1
                    DELETE |                                             | The request selects no letters: it needs a body with ids, a filter, or all=true
                    DELETE | ?all=false                                  | The request selects no letters: it needs a body with ids, a filter, or all=true
                    DELETE | ?all=true&queueName=Main                    | The request must have only one of: a body with ids, a filter, all=true
                    DELETE | ?queueNam=Main                              | queueNam: unknown parameter; allowed are all and [
                    DELETE | ?queueName=                                 | queueName: expected one value, got a blank one
                    DELETE | ?queueName=Main&queueName=Other             | queueName: expected one value, got 2
                    DELETE | ?all=maybe                                  | all: expected true or false, got 'maybe'
                    """)
    void saysWhatIsWrongWithParameters(String method, String query, String expected) {
        RestClient.Answer answer =
                ADMIN.send(method, "/api/deadLetters" + (query == null ? "" : query), null);

        assertThat(answer.expectError(400, 31).text("/message")).startsWith(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {}            | ids: expected a JSON array of 1 to 1000 ids, got none
                    {"ids":[]}    | ids: expected a JSON array of 1 to 1000 ids, got 0
                    {"ids":[null]}| ids: expected a JSON array of 1 to 1000 ids, got null among them
                    {"ids":["7"]} | ids[0]: expected a UUID, got '7'
                    {"ids":7}     | ids: expected a JSON array
                    """)
    void saysWhatIsWrongWithIds(String body, String expected) {
        RestClient.Answer answer = ADMIN.post("/api/deadLetters/resend", body);

        assertThat(answer.expectError(400, 31).text("/message")).startsWith(expected);
    }

    @Test
    void refusesMoreIdsThanItTakesAtOnce() {
        List<String> many =
                Stream.generate(() -> UUID.randomUUID().toString()).limit(1_001).toList();

        RestClient.Answer answer = ADMIN.post("/api/deadLetters/resend", Map.of("ids", many));

        assertThat(answer.expectError(400, 31).text("/message"))
                .isEqualTo("ids: expected a JSON array of 1 to 1000 ids, got 1001");
    }
}
