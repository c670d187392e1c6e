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
 * Goes through letters page by page, in the order of their ids, so that of several calls, be it on several instances,
 * each letter is one's. A claim is measured by the database's clock and expires, so that the letters of a process that was killed
 * can be sent by another.
 */
@Component
public final class LetterClaims {

    /** Where a walk begins: before every id. */
    public static final UUID BEGINNING = new UUID(0, 0);

    private static final int MINUTES = 5;
    private static final int CLAIMED_AT_ONCE = 250;
    private static final int DELETED_AT_ONCE = 1_000;

    private static final String SELECTED =
            " from dead_letter where tenant_id = :tenant and id > :after";

    /**
     * A letter of a page.
     *
     * @param free false where another call is sending it
     */
    public record Letter(UUID id, boolean free) {}

    /**
     * A letter with the bytes of its message.
     *
     * @param free whether it has become the caller's; false where another call is sending it
     */
    @SuppressWarnings("ArrayRecordComponent") // Not compared; the bytes are decoded and forgotten.
    public record Claimed(UUID id, boolean free, byte[] message) {}

    /**
     * A walk through letters.
     *
     * @param call identity of the call that walks
     * @param tenant whose letters
     * @param selection which of them
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

    /** The next letters of a walk; those that were free are the caller's for {@value #MINUTES} minutes. */
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

    /** Deletes the next letters of a walk, apart from those that are being sent; answers them all. */
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

    /** How many letters a walk has not come to. */
    public long left(Walk walk, UUID after) {
        return statement(walk, after, "select count(*)" + SELECTED + walk.selection().sql())
                .query(Long.class)
                .single();
    }

    /**
     * Each page is to begin in the index where the last one ended. A planner that knows little of the table would rather sort all
     * that is left, for every page; so it may not sort, and what it answers is put in order here, in PostgreSQL's order of ids.
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

    /** Rows that another transaction is claiming or deleting right now are passed over. */
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

    /** Lets go of letters that were not sent after all. */
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

    /** Claims for longer what is still on its way. */
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
