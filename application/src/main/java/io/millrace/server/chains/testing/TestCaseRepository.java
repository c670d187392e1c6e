// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.id.RuleChainId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes the test cases of chains. */
@Component
final class TestCaseRepository {

    private final JdbcClient jdbc;
    private final JsonMapper json;

    TestCaseRepository(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    void add(RuleChainId chain, TestCase test) {
        jdbc.sql(
                        """
                        insert into rule_chain_test_case (id, rule_chain_id, created_time, name, input, expected)
                        values (:id, :chain, :createdTime, :name, cast(:input as jsonb), cast(:expected as jsonb))
                        """)
                .param("id", test.id())
                .param("chain", chain.id())
                .param("createdTime", test.createdTime())
                .param("name", test.name())
                .param("input", json.writeValueAsString(test.input()))
                .param("expected", json.writeValueAsString(test.expected()))
                .update();
    }

    /** Changes name, input and expectation of a test case; returns false if it does not exist. */
    boolean update(RuleChainId chain, TestCase test) {
        return jdbc.sql(
                                """
                                update rule_chain_test_case
                                set name = :name, input = cast(:input as jsonb), expected = cast(:expected as jsonb)
                                where rule_chain_id = :chain and id = :id
                                """)
                        .param("id", test.id())
                        .param("chain", chain.id())
                        .param("name", test.name())
                        .param("input", json.writeValueAsString(test.input()))
                        .param("expected", json.writeValueAsString(test.expected()))
                        .update()
                > 0;
    }

    /** Returns a test case of a chain. */
    Optional<TestCase> find(RuleChainId chain, UUID id) {
        return jdbc.sql(
                        """
                        select id, created_time, name, input, expected from rule_chain_test_case
                        where rule_chain_id = :chain and id = :id
                        """)
                .param("chain", chain.id())
                .param("id", id)
                .query((row, _) -> read(row))
                .optional();
    }

    /** Returns all test cases of a chain, oldest first. */
    List<TestCase> list(RuleChainId chain) {
        return jdbc.sql(
                        """
                        select id, created_time, name, input, expected from rule_chain_test_case
                        where rule_chain_id = :chain order by created_time, id
                        """)
                .param("chain", chain.id())
                .query((row, _) -> read(row))
                .list();
    }

    /** Deletes a test case; returns false if it does not exist. */
    boolean delete(RuleChainId chain, UUID id) {
        return jdbc.sql(
                                "delete from rule_chain_test_case where rule_chain_id = :chain and id = :id")
                        .param("chain", chain.id())
                        .param("id", id)
                        .update()
                > 0;
    }

    private TestCase read(ResultSet row) throws SQLException {
        return new TestCase(
                row.getObject("id", UUID.class),
                row.getLong("created_time"),
                row.getString("name"),
                json.readValue(row.getString("input"), TestInput.class),
                json.readValue(row.getString("expected"), TestExpectation.class));
    }
}
