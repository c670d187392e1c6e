// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.id.TenantId;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Claims or deletes dead letters page by page, in the order of their ids. Concurrent calls, even on several instances,
 * never get the same letter. A claim expires by the database's clock, so that another process can send the letters of a
 * killed one.
 */
@Component
public final class LetterClaims {

    /** The start of a walk: less than every id. */
    public static final UUID BEGINNING = new UUID(0, 0);

    private static final int MINUTES = 5;
    private static final int CLAIMED_AT_ONCE = 250;
    private static final int DELETED_AT_ONCE = 1_000;

    private static final String SELECTED =
            " from dead_letter where tenant_id = :tenant and id > :after";

    /**
     * A letter of a page that was walked for deletion.
     *
     * @param free false if another call is sending it
     */
    public record Letter(UUID id, boolean free) {}

    /**
     * A letter of a page that was walked for a resend, with the encoded message.
     *
     * @param free true if the caller has claimed it; false if another call is sending it
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared; the bytes are decoded and discarded.
    public record Claimed(UUID id, boolean free, byte[] message) {}

    /**
     * A walk through the selected letters of a tenant.
     *
     * @param call id of the call, which owns the claims
     * @param tenant owner of the letters
     * @param selection the letters to walk
     */
    public record Walk(UUID call, TenantId tenant, Selection selection) {

        public static Walk begin(TenantId tenant, Selection selection) {
            return new Walk(UUID.randomUUID(), tenant, selection);
        }
    }

    private final JdbcClient jdbc;

    private final TransactionTemplate transaction;

    LetterClaims(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Returns the next letters of a walk and claims the free ones for {@value #MINUTES} minutes. */
    public List<Claimed> claim(Walk walk, UUID after) {
        return inOrder(
                Claimed::id,
                () ->
                        statement(
                                        walk,
                                        after,
                                        page(walk, "id, message", CLAIMED_AT_ONCE)
                                                + """
                                                , claimed as (
                                                  update dead_letter
                                                     set resending_by = :call, resending_until = now() + make_interval(mins => :minutes)
                                                   where id in (select id from page where free))
                                                select id, free, message from page
                                                """)
                                .param("call", walk.call())
                                .param("minutes", MINUTES)
                                .query((row, _) ->
                                        new Claimed(
                                                row.getObject(1, UUID.class),
                                                row.getBoolean(2),
                                                row.getBytes(3)))
                                .list());
    }

    /** Deletes the next letters of a walk, except those that another call is sending; returns all of them. */
    public List<Letter> delete(Walk walk, UUID after) {
        return inOrder(
                Letter::id,
                () ->
                        statement(
                                        walk,
                                        after,
                                        page(walk, "id", DELETED_AT_ONCE)
                                                + """
                                                , deleted as (
                                                  delete from dead_letter where id in (select id from page where free))
                                                select id, free from page
                                                """)
                                .query((row, _) ->
                                        new Letter(row.getObject(1, UUID.class), row.getBoolean(2)))
                                .list());
    }

    /** Returns the number of selected letters after the given id. */
    public long left(Walk walk, UUID after) {
        return statement(walk, after, "select count(*)" + SELECTED + walk.selection().sql())
                .query(Long.class)
                .single();
    }

    /**
     * Reads a page in the order of PostgreSQL's ids. Each page should continue in the index where the last page ended.
     * Without statistics of the table, the planner would sort all remaining rows for every page; so sorting is disabled
     * for the query, and the result is sorted here.
     */
    private <T> List<T> inOrder(Function<T, UUID> id, Supplier<List<T>> page) {
        List<T> found =
                Objects.requireNonNull(
                        transaction.execute(_ -> {
                            jdbc.sql("set local enable_sort = off").update();
                            return page.get();
                        }));
        return found.stream()
                .sorted(Comparator.comparing(letter -> id.apply(letter).toString()))
                .toList();
    }

    /** The SQL of a page. It skips rows that another transaction is claiming or deleting at the moment. */
    private static String page(Walk walk, String columns, int letters) {
        return """
        with page as materialized (
          select %s, (resending_until is null or resending_until < now()) as free
          %s%s
          order by id limit %d for update skip locked)
        """
                .formatted(columns, SELECTED, walk.selection().sql(), letters);
    }

    private JdbcClient.StatementSpec statement(Walk walk, UUID after, String sql) {
        return jdbc.sql(sql)
                .params(walk.selection().params())
                .param("tenant", walk.tenant().id())
                .param("after", after);
    }

    /** Releases the claims on letters that were not sent. */
    public void release(UUID call, Collection<UUID> ids) {
        if (!ids.isEmpty()) {
            jdbc.sql(
                            """
                            update dead_letter set resending_by = null, resending_until = null
                             where resending_by = :call and id in (:ids)
                            """)
                    .param("call", call)
                    .param("ids", ids)
                    .update();
        }
    }

    /** Extends the claims on letters that are still being sent. */
    public void renew(Collection<UUID> ids) {
        if (!ids.isEmpty()) {
            jdbc.sql(
                            """
                            update dead_letter set resending_until = now() + make_interval(mins => :minutes)
                             where id in (:ids)
                            """)
                    .param("minutes", MINUTES)
                    .param("ids", ids)
                    .update();
        }
    }
}
