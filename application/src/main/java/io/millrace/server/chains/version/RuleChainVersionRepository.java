// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import static java.util.Objects.requireNonNull;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.UserId;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads and writes the tables {@code rule_chain_version} and {@code rule_node}. */
@Component
public final class RuleChainVersionRepository {

    private static final PageQuery LIST =
            new PageQuery(
                    """
                    select v.number, v.created_time, v.author, v.author_name, v.comment,
                           v.number = c.current_version as current
                    """,
                    """
                      from rule_chain_version v
                      join rule_chain c on c.id = v.rule_chain_id
                     where v.rule_chain_id = :chain and concat_ws(' ', v.author_name, v.comment) ilike :search
                    """,
                    Map.of("number", "v.number", "createdTime", "v.created_time"),
                    "v.number");

    private final JdbcClient jdbc;
    private final JsonColumn json;

    RuleChainVersionRepository(JdbcClient jdbc, JsonColumn json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** Returns the nodes and connections of a version that exists. */
    RuleChainMetadata graph(RuleChainId chain, long number) {
        return find(chain, number).orElseThrow();
    }

    /** Returns the nodes and connections of a version. */
    Optional<RuleChainMetadata> find(RuleChainId chain, long number) {
        return jdbc.sql(
                        """
                        select graph from rule_chain_version
                         where rule_chain_id = :chain and number = :number
                        """)
                .param("chain", chain.id())
                .param("number", number)
                .query((row, _) -> RuleChainMetadata.read(requireNonNull(json.read(row, "graph"))))
                .optional();
    }

    /** Returns the versions of a chain; latest first if the link names no order. */
    public PageData<RuleChainVersion> list(RuleChainId chain, PageLink link) {
        return LIST.read(
                jdbc,
                link.latestFirst(),
                Map.of("chain", chain.id(), "search", link.likePattern()),
                (row, _) -> version(row));
    }

    private static RuleChainVersion version(ResultSet row) throws SQLException {
        UUID author = row.getObject("author", UUID.class);
        return new RuleChainVersion(
                row.getLong("number"),
                row.getLong("created_time"),
                author == null ? null : new UserId(author),
                row.getString("author_name"),
                row.getString("comment"),
                row.getBoolean("current"));
    }

    /**
     * Deletes the versions of a chain before the given one.
     *
     * @return the number of deleted versions
     */
    int deleteBefore(VersionKey oldest) {
        return jdbc.sql(
                        "delete from rule_chain_version where rule_chain_id = :chain and number < :number")
                .param("chain", oldest.chain().id())
                .param("number", oldest.number())
                .update();
    }

    void add(VersionKey key, long createdTime, Edit edit, RuleChainMetadata graph) {
        Author author = edit.author();
        jdbc.sql(
                        """
                        insert into rule_chain_version (rule_chain_id, number, created_time, author, author_name, comment,
                                                        first_node_id, graph)
                        values (:chain, :number, :createdTime, :author, :authorName, :comment, :firstNode,
                                cast(:graph as jsonb))
                        """)
                .param("chain", key.chain().id())
                .param("number", key.number())
                .param("createdTime", createdTime)
                .param("author", author.user() == null ? null : author.user().id())
                .param("authorName", author.name())
                .param("comment", edit.comment())
                .param("firstNode", firstNode(graph))
                .param("graph", json.write(graph.toJson()))
                .update();
    }

    private static @Nullable UUID firstNode(RuleChainMetadata graph) {
        Integer index = graph.firstNodeIndex();
        RuleNodeId first = index == null ? null : graph.nodes().get(index).id();
        return first == null ? null : first.id();
    }

    /** Returns those of the nodes that are registered. */
    public Map<RuleNodeId, KnownNode> find(Collection<RuleNodeId> nodes) {
        Map<RuleNodeId, KnownNode> known = new HashMap<>();
        jdbc.sql(
                        """
                        select id, rule_chain_id, created_time from rule_node
                         where id = any (cast(:ids as uuid[]))
                        """)
                .param("ids", array(nodes))
                .query(row -> {
                    known.put(
                            new RuleNodeId(row.getObject("id", UUID.class)),
                            new KnownNode(
                                    new RuleChainId(row.getObject("rule_chain_id", UUID.class)),
                                    row.getLong("created_time")));
                });
        return known;
    }

    /** Registers new nodes as nodes of a chain; nodes that are already registered stay unchanged. */
    void register(RuleChainId chain, Collection<RuleNodeId> nodes, long createdTime) {
        jdbc.sql(
                        """
                        insert into rule_node (id, rule_chain_id, created_time)
                        select node, :chain, :createdTime from unnest(cast(:ids as uuid[])) as node
                        on conflict (id) do nothing
                        """)
                .param("chain", chain.id())
                .param("createdTime", createdTime)
                .param("ids", array(nodes))
                .update();
    }

    private static String array(Collection<RuleNodeId> nodes) {
        return nodes.stream().map(RuleNodeId::toString).collect(Collectors.joining(",", "{", "}"));
    }

    /** The key of a version: chain and number. */
    record VersionKey(RuleChainId chain, long number) {}

    /**
     * A registered node: its chain and creation time.
     *
     * @param createdTime milliseconds since the epoch
     */
    public record KnownNode(RuleChainId chain, long createdTime) {}
}
