// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.platform.postgres.TestDatabase;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Instances that announce themselves and find each other in a real database. */
final class PeerDirectoryIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final AtomicLong now = new AtomicLong();
    private final PeerDirectory one = directory("one");
    private final PeerDirectory two = directory("two");

    private PeerDirectory directory(String name) {
        return new PeerDirectory(
                new InstanceTable(jdbc),
                name,
                new InstanceRun(UUID.randomUUID()),
                () -> address(name),
                now::get);
    }

    private static URI address(String name) {
        return URI.create("http://%s.example:8080".formatted(name));
    }

    private static Peer peer(String name) {
        return new Peer(name, address(name));
    }

    @Test
    void instancesFindEachOtherAndNotThemselves() {
        one.refresh();
        two.refresh();
        directory("four").refresh();
        one.refresh();

        assertThat(one.known()).containsExactly(peer("four"), peer("two"));
        assertThat(two.known()).containsExactly(peer("one"));
    }

    @Test
    void anInstanceAnnouncesItselfFromItsStartToItsStop() {
        two.refresh();
        one.start();
        await().untilAsserted(() -> assertThat(names()).containsExactly("one", "two"));
        await().untilAsserted(() -> assertThat(one.known()).containsExactly(peer("two")));

        one.stop();

        assertThat(names()).containsExactly("two");
        two.refresh();
        assertThat(two.known()).isEmpty();
    }

    @Test
    void anInstanceThatWroteNothingForFifteenSecondsIsGoneByTheClockOfTheDatabase() {
        atOneTime(() -> {
            two.refresh();
            one.refresh();
            writtenEarlier("two", "14 seconds");
            one.refresh();
            assertThat(one.known()).containsExactly(peer("two"));

            writtenEarlier("two", "2 seconds");
            one.refresh();

            assertThat(one.known()).isEmpty();
            assertThat(names()).as("for operators").containsExactly("one", "two");
        });
    }

    /** Runs statements in one transaction, in which the clock of the database stands still. */
    private void atOneTime(Runnable statements) {
        new TransactionTemplate(new JdbcTransactionManager(database))
                .executeWithoutResult(_ -> statements.run());
    }

    @Test
    void rowsOlderThanADayAreDeletedByAnyInstance() {
        two.refresh();
        writtenEarlier("two", "1 day");

        one.refresh();

        assertThat(names()).containsExactly("one");
    }

    @Test
    void afterAnOutageTheOthersGetTheTimeToAnnounceThemselves() {
        two.refresh();
        one.refresh();
        // As after an outage: nobody could write.
        writtenEarlier("one", "1 minute");
        writtenEarlier("two", "1 minute");

        one.refresh();
        assertThat(one.known()).containsExactly(peer("two"));
        now.addAndGet(PeerDirectory.GONE_AFTER.toNanos() - 1);
        one.refresh();
        assertThat(one.known()).containsExactly(peer("two"));

        now.incrementAndGet();
        one.refresh();
        assertThat(one.known()).isEmpty();
    }

    @Test
    void anInstanceThatWasKilledIsReplacedByItsSuccessorWithTheSameName() {
        two.refresh();
        one.refresh();
        directory("two").refresh();

        two.stop();

        assertThat(names()).as("the row is its successor's").containsExactly("one", "two");
    }

    @Test
    void anAddressThatIsNoneIsIgnored() {
        jdbc.sql("insert into instance (instance_id, run, url) values ('bad', uuidv7(), 'file:/x')")
                .update();

        one.refresh();

        assertThat(one.known()).isEmpty();
    }

    private List<String> names() {
        return jdbc.sql("select instance_id from instance order by 1")
                .query((row, _) -> row.getString(1))
                .list();
    }

    private void writtenEarlier(String name, String interval) {
        jdbc.sql("update instance set seen_at = seen_at - ?::interval where instance_id = ?")
                .params(interval, name)
                .update();
    }
}
