// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static io.millrace.rule.engine.ChainBuilder.chainId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.message.id.EntityId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.node.NodeResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Messages that are under way while their chain changes: each originator changes to the new version when its older
 * messages have left the old one. The actors run on the test's thread, so a message that may proceed has done so when
 * it has been handed in.
 */
class ChangedChainsTest extends EngineFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final EntityId OTHER = device(2);

    private final PendingAnswers hold = new PendingAnswers();

    /** The messages in the order in which they ended, with the node at which they did. */
    private final List<String> ends = new CopyOnWriteArrayList<>();

    ChangedChainsTest() {
        super(onTheCallingThread(), EngineSettings.DEFAULTS.maxInNode());
    }

    @BeforeEach
    void makeNodes() {
        nodes.put("hold", hold);
        nodes.put("call root", message -> new NodeResult.Call(chainId("root"), message));
        nodes.put("call inner", message -> new NodeResult.Call(chainId("inner"), message));
        nodes.put("ack", NodeResult.Acknowledged::new);
        nodes.put("out", message -> new NodeResult.Return("Out", message));
        for (String end : List.of("end 1", "end 2", "end 3", "other end")) {
            nodes.put(
                    end,
                    message -> {
                        String text = message.payload().text();
                        if (!text.equals("now")) {
                            ends.add(text + " at " + end);
                        }
                        return NodeResult.success(message);
                    });
        }
    }

    /** A version that holds each message until the test lets it go on. */
    private static ChainVersion holding(String name, int version) {
        return chain(name, version)
                .node("hold")
                .node("end " + version)
                .connect("hold", "Success", "end " + version)
                .of(TENANT);
    }

    private static ChainVersion passing(String name, int version) {
        return chain(name, version).node("end " + version).of(TENANT);
    }

    private void settle() {
        engine.chainsChanged(TENANT);
        assertThat(engine.whenChainsSettled(TENANT)).succeedsWithin(PATIENCE);
    }

    private void start(ChainVersion root) {
        chains.root(root);
        awaitStart();
    }

    private void save(ChainVersion root) {
        chains.root(root);
        settle();
    }

    private TestAttempt enterInner(EntityId originator, String text) {
        return process(
                message(originator, text).withEntry(EntryPoint.firstNodeOf(chainId("inner"))));
    }

    @Test
    void aLaterMessageOfTheSameOriginatorWaitsUntilTheOldVersionIsLeft() {
        start(holding("root", 1));
        TestAttempt old = process(message("1"));
        save(passing("root", 2));

        TestAttempt waiting = process(message("2"));
        TestAttempt behind = process(message("3"));
        TestAttempt other = process(message(OTHER, "x"));
        assertThat(other.result).isDone();
        assertThat(waiting.result).isNotDone();
        assertThat(behind.result).isNotDone();
        hold.succeed("1");

        assertThat(List.of(old, waiting, behind)).allMatch(attempt -> attempt.result.isDone());
        assertThat(ends).containsExactly("x at end 2", "1 at end 1", "2 at end 2", "3 at end 2");
        assertThat(process(message("4")).result).isDone();
    }

    @Test
    void severalOldMessagesAllLeaveBeforeALaterOneEnters() {
        start(holding("root", 1));
        process(message("1"));
        process(message("2"));
        save(passing("root", 2));
        process(message("3"));

        hold.succeed("2");
        assertThat(ends).isEmpty();
        hold.succeed("1");

        assertThat(ends).containsExactly("1 at end 1", "2 at end 1", "3 at end 2");
    }

    @Test
    void twoSavesInARowAreOneChange() {
        start(holding("root", 1));
        process(message("1"));
        save(holding("root", 2));
        process(message("2"));
        process(message(OTHER, "x"));
        save(passing("root", 3));
        process(message("3"));
        process(message(OTHER, "y"));
        assertThat(ends).isEmpty();

        hold.succeed("1");
        assertThat(ends).containsExactly("1 at end 1", "2 at end 3", "3 at end 3");
        hold.succeed("x");

        assertThat(ends).endsWith("x at end 2", "y at end 3");
    }

    @Test
    void aSaveThatChangesNothingOfTheChainLetsMessagesPass() {
        start(holding("root", 1));
        process(message("1"));

        settle();
        process(message("2"));

        assertThat(hold.wasCalledFor("2")).isTrue();
    }

    @Test
    void aMessageWaitsBeforeANestedChainThatChanged() {
        chains.add(holding("inner", 1));
        start(chain("root").node("call inner").of(TENANT));
        process(message("1"));
        chains.add(passing("inner", 2));
        settle();

        process(message("2"));
        process(message(OTHER, "x"));
        assertThat(ends).containsExactly("x at end 2");
        hold.succeed("1");

        assertThat(ends).containsExactly("x at end 2", "1 at end 1", "2 at end 2");
    }

    @Test
    void aMessageThatCallsItsChainAgainContinuesInTheOldVersion() {
        ChainBuilder loop =
                chain("root", 1)
                        .node("once")
                        .node("hold")
                        .node("call root")
                        .node("end 1")
                        .connect("once", "First", "hold")
                        .connect("hold", "Success", "call root")
                        .connect("once", "Second", "end 1");
        List<String> seen = new CopyOnWriteArrayList<>();
        nodes.put(
                "once",
                message -> {
                    String text = message.payload().text();
                    boolean second = text.equals("now") || seen.contains(text);
                    seen.add(text);
                    return NodeResult.to(second ? "Second" : "First", message);
                });
        start(loop.of(TENANT));
        TestAttempt first = process(message("1"));
        save(passing("root", 2));
        TestAttempt second = process(message("2"));

        hold.succeed("1");

        first.await();
        second.await();
        assertThat(ends).containsExactly("1 at end 1", "2 at end 2");
    }

    @Test
    void messagesDoNotWaitForEachOtherInACircle() {
        ChainBuilder inner =
                chain("inner", 1)
                        .node("hold")
                        .node("call root")
                        .connect("hold", "Success", "call root");
        ChainBuilder root =
                chain("root", 1)
                        .node("hold")
                        .node("call inner")
                        .connect("hold", "Success", "call inner");
        chains.add(inner.of(TENANT));
        chains.root(root.of(TENANT));
        TestAttempt older = process(message("1"));
        TestAttempt younger = enterInner(DEVICE, "2");
        await().until(() -> hold.wasCalledFor("1") && hold.wasCalledFor("2"));
        chains.add(passing("inner", 2));
        save(passing("root", 2));

        hold.succeed("2");
        assertThat(younger.result).isNotDone();
        hold.succeed("1");

        older.await();
        younger.await();
        assertThat(ends).containsExactly("1 at end 2", "2 at end 2");
    }

    @Test
    void anOriginatorChangesToAnotherRootChainWhenItHasLeftTheFormer() {
        start(holding("root", 1));
        process(message("1"));
        save(chain("other root").node("other end").of(TENANT));

        process(message("2"));
        process(message(OTHER, "x"));
        assertThat(ends).containsExactly("x at other end");
        hold.succeed("1");

        assertThat(ends).containsExactly("x at other end", "1 at end 1", "2 at other end");
    }

    @Test
    void whatContinuesBehindAnAcknowledgeNodeIsOlderToo() {
        start(
                chain("root", 1)
                        .node("ack")
                        .node("hold")
                        .node("end 1")
                        .connect("ack", "Success", "hold")
                        .connect("hold", "Success", "end 1")
                        .of(TENANT));
        assertThat(process(message("1")).result).isDone();
        save(passing("root", 2));

        process(message("2"));
        assertThat(ends).isEmpty();
        hold.succeed("1");

        assertThat(ends).containsExactly("1 at end 1", "2 at end 2");
    }

    @Test
    void aCallFromAVersionThatWasReplacedReturnsToItBehindAnAcknowledgeNode() {
        chains.add(
                chain("inner")
                        .node("ack")
                        .node("hold")
                        .node("out")
                        .connect("ack", "Success", "hold")
                        .connect("hold", "Success", "out")
                        .of(TENANT));
        start(
                chain("root", 1)
                        .node("call inner")
                        .node("end 1")
                        .connect("call inner", "Out", "end 1")
                        .of(TENANT));
        process(message("1"));
        save(passing("root", 2));

        hold.succeed("1");

        assertThat(ends).containsExactly("1 at end 1");
    }

    @Test
    void aMessageThatIsGivenUpWhileItWaitsIsPassedByThoseBehindIt() {
        start(holding("root", 1));
        process(message("1"));
        save(passing("root", 2));
        TestAttempt waiting = process(message("2"));
        process(message("3"));

        waiting.giveUp();
        assertThat(waiting.lateResults).hasValue(1);
        hold.succeed("1");

        assertThat(ends).containsExactly("1 at end 1", "3 at end 2");
    }

    @Test
    void aMessageThatIsGivenUpInTheOldVersionHoldsNoOtherBack() {
        start(holding("root", 1));
        TestAttempt old = process(message("1"));
        save(passing("root", 2));
        process(message("2"));

        old.giveUp();

        assertThat(ends).containsExactly("2 at end 2");
    }

    @Test
    void aMessageThatIsLeftToThePartitionsOwnerHoldsNoOtherBack() {
        nodes.put(
                "save",
                message ->
                        message.payload().text().equals("now")
                                ? NodeResult.success(message)
                                : new NodeResult.Later(
                                        CompletableFuture.failedFuture(
                                                new LeaseOverException(new Lease("main", 3, 1)))));
        start(chain("root", 1).node("save").of(TENANT));
        TestAttempt left = process(message("1"));
        save(passing("root", 2));

        process(message("2"));

        assertThat(ends).containsExactly("2 at end 2");
        assertThat(left.result).isNotDone();
    }

    @Test
    void messagesThatWaitAreRefusedWhenTheChainIsGone() {
        start(holding("root", 1));
        TestAttempt old = process(message("1"));
        save(passing("root", 2));
        TestAttempt waiting = process(message("2"));

        chains.withoutRoot();
        settle();

        assertThat(waiting.awaitFailure().failure().error())
                .isEqualTo("the tenant has no root rule chain");
        hold.succeed("1");
        assertThat(old.result).isDone();
    }

    @Test
    void anOriginatorWaitsEvenIfTheTenantHadNoRootChainInBetween() {
        start(holding("root", 1));
        process(message("1"));
        chains.withoutRoot();
        settle();
        save(passing("root", 2));

        process(message("2"));
        assertThat(ends).isEmpty();
        hold.succeed("1");

        assertThat(ends).containsExactly("1 at end 1", "2 at end 2");
    }

    @Test
    void aMessageWhoseOriginatorANodeChangedCountsForTheOneThatItCameFrom() {
        nodes.put("change", message -> NodeResult.success(about(OTHER, message)));
        start(
                chain("root", 1)
                        .node("change")
                        .node("hold")
                        .node("end 1")
                        .connect("change", "Success", "hold")
                        .connect("hold", "Success", "end 1")
                        .of(TENANT));
        process(message("1"));
        save(passing("root", 2));

        process(message("2"));
        process(message(OTHER, "x"));
        assertThat(ends).containsExactly("x at end 2");
        hold.succeed("1");

        assertThat(ends).containsExactly("x at end 2", "1 at end 1", "2 at end 2");
    }

    private static RuleMessage about(EntityId originator, RuleMessage message) {
        return message(originator, message.payload().text());
    }
}
