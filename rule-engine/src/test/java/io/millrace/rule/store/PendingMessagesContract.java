// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link PendingMessages} must do. */
public abstract class PendingMessagesContract {

    private static final Bound WIDE = new Bound(100, 100);
    private static final long DUE = 4_000_000_000_000L;

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final RuleChainId chain = new RuleChainId(TimeOrderedUuid.next());
    private final Site site = siteIn(new RuleNodeId(TimeOrderedUuid.next()));

    /** What is under test; the same at each call within a test. */
    protected abstract PendingMessages pending();

    private Site siteIn(RuleNodeId node) {
        return new Site(tenant, chain, node, new DeviceId(TimeOrderedUuid.next()).entity());
    }

    private RuleMessage message(String text) {
        return RuleMessage.of(
                        tenant,
                        site.originator(),
                        "TEST",
                        Metadata.of("k", "v"),
                        Payload.ofText(text),
                        17)
                .withQueue("HighPriority")
                .withEntry(new EntryPoint(chain, site.node(), "Success", List.of()));
    }

    private boolean add(Site where, UUID id, String text, Bound bound) {
        return await(pending().add(where, id, message(text), DUE, bound, null));
    }

    private static UUID id() {
        return TimeOrderedUuid.next();
    }

    private List<Pending> find(Site where) {
        return await(pending().find(where));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void keepsWholeMessagesInTheOrderInWhichTheyCame() {
        UUID first = id();
        UUID second = id();

        assertThat(add(site, first, "1", WIDE)).isTrue();
        assertThat(add(site, second, "2", WIDE)).isTrue();

        assertThat(find(site)).extracting(Pending::id).containsExactly(first, second);
        Pending kept = find(site).getFirst();
        assertThat(kept.dueAt()).isEqualTo(DUE);
        assertThat(kept.message().payload().text()).isEqualTo("1");
        assertThat(kept.message().entry()).isEqualTo(message("1").entry());
        assertThat(kept.message().queue()).isEqualTo("HighPriority");
        assertThat(kept.message().metadata()).isEqualTo(Metadata.of("k", "v"));
        assertThat(kept.message().ts()).isEqualTo(17);
    }

    @Test
    void keepsTheSameEntryOnce() {
        UUID id = id();

        assertThat(add(site, id, "1", WIDE)).isTrue();
        assertThat(add(site, id, "again", new Bound(1, 1))).isTrue();

        assertThat(find(site))
                .singleElement()
                .matches(kept -> kept.message().payload().text().equals("1"));
    }

    @Test
    void refusesMoreThanMayWaitOfAnOriginator() {
        Bound two = new Bound(100, 2);
        add(site, id(), "1", two);
        add(site, id(), "2", two);

        assertThat(add(site, id(), "3", two)).isFalse();
        assertThat(find(site)).hasSize(2);
        assertThat(add(siteIn(site.node()), id(), "another originator's", two)).isTrue();
    }

    @Test
    void refusesMoreThanMayWaitInANode() {
        Bound two = new Bound(2, 100);
        add(site, id(), "1", two);
        add(siteIn(site.node()), id(), "2", two);

        assertThat(add(siteIn(site.node()), id(), "3", two)).isFalse();
        assertThat(add(siteIn(new RuleNodeId(id())), id(), "another node's", two)).isTrue();
    }

    @Test
    void refusesMoreThanMayWaitAmongAdditionsThatComeAtOnce() {
        Bound three = new Bound(3, 100);
        List<CompletionStage<Boolean>> additions =
                IntStream.range(0, 10)
                        .mapToObj(i ->
                                pending()
                                        .add(
                                                siteIn(site.node()),
                                                id(),
                                                message("" + i),
                                                DUE,
                                                three,
                                                null))
                        .toList();

        assertThat(additions.stream().filter(PendingMessagesContract::await)).hasSize(3);
    }

    @Test
    void aRemovedMessageMakesRoomInItsNode() {
        Bound two = new Bound(2, 2);
        for (int i = 0; i < 5; i++) {
            UUID first = id();
            UUID second = id();
            assertThat(add(site, first, "first", two)).isTrue();
            assertThat(add(site, second, "second", two)).isTrue();
            assertThat(add(site, id(), "third", two)).isFalse();
            await(pending().remove(site, List.of(first, second), null));
        }
    }

    @Test
    void anEntryThatIsKeptIsNotRefusedWhenItComesAgainWithoutRoom() {
        UUID entry = id();
        Bound one = new Bound(1, 1);
        add(site, entry, "1", one);

        assertThat(add(site, entry, "1", one)).isTrue();
        assertThat(find(site)).hasSize(1);
    }

    @Test
    void anEntryThatComesTwiceAtOnceIsKeptOnceAndNotRefused() {
        UUID entry = id();
        Bound one = new Bound(1, 1);
        List<CompletionStage<Boolean>> additions =
                IntStream.range(0, 2)
                        .mapToObj(_ -> pending().add(site, entry, message("1"), DUE, one, null))
                        .toList();

        assertThat(additions).allMatch(PendingMessagesContract::await);
        assertThat(find(site)).hasSize(1);
    }

    @Test
    void forgetsTheNamedOnesAndNoOthers() {
        UUID gone = id();
        UUID kept = id();
        add(site, gone, "1", WIDE);
        add(site, kept, "2", WIDE);

        await(pending().remove(site, List.of(gone, id()), null));

        assertThat(find(site)).extracting(Pending::id).containsExactly(kept);
    }

    @Test
    void postponesTheNamedOnesAndKeepsTheirOrder() {
        UUID late = id();
        UUID same = id();
        add(site, late, "1", WIDE);
        add(site, same, "2", WIDE);

        await(pending().postpone(site, List.of(late), DUE + 5, null));

        assertThat(find(site)).extracting(Pending::dueAt).containsExactly(DUE + 5, DUE);
    }

    @Test
    void keepsOriginatorsNodesAndTenantsApart() {
        add(site, id(), "1", WIDE);

        assertThat(find(siteIn(site.node()))).isEmpty();
        assertThat(find(new Site(tenant, chain, new RuleNodeId(id()), site.originator())))
                .isEmpty();
        assertThat(find(new Site(new TenantId(id()), chain, site.node(), site.originator())))
                .isEmpty();
    }
}
