// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.store.PendingMessages.Site;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every {@link RuleStates} must do. */
public abstract class RuleStatesContract {

    /** The states under test; the same at each call within a test. */
    protected abstract RuleStates states();

    /** A node and a device that exist. */
    protected Site newSite() {
        return new Site(
                new TenantId(TimeOrderedUuid.next()),
                new RuleChainId(TimeOrderedUuid.next()),
                new RuleNodeId(TimeOrderedUuid.next()),
                new DeviceId(TimeOrderedUuid.next()).entity());
    }

    /** The state of a create rule and of a clear rule. */
    protected static RuleProgress progress(long count) {
        return new RuleProgress(
                new DeviceProfileId(TimeOrderedUuid.next()),
                List.of(
                        new RuleProgress.OfRule("a \"set\"", AlarmSeverity.MAJOR, 5, 7, count),
                        new RuleProgress.OfRule("a \"set\"", null, 1, 2, 3)));
    }

    @Test
    void findsNothingOfADeviceWithoutState() {
        assertThat(find(newSite())).isEmpty();
    }

    @Test
    void findsTheLatestState() {
        Site site = newSite();
        RuleProgress latest = progress(2);
        save(site, progress(1));
        save(site, latest);

        assertThat(find(site)).contains(latest);
    }

    @Test
    void keepsTheStatesOfNodesApart() {
        Site site = newSite();
        save(site, progress(1));
        Site other =
                new Site(
                        site.tenant(),
                        site.chain(),
                        new RuleNodeId(TimeOrderedUuid.next()),
                        site.originator());

        assertThat(find(other)).isEmpty();
    }

    @Test
    void aStateWithoutCountsRemovesTheStoredOne() {
        Site site = newSite();
        save(site, progress(1));
        save(site, new RuleProgress(new DeviceProfileId(TimeOrderedUuid.next()), List.of()));

        assertThat(find(site).filter(found -> !found.rules().isEmpty())).isEmpty();
    }

    protected final Optional<RuleProgress> find(Site site) {
        return await(states().find(site, null));
    }

    protected final void save(Site site, RuleProgress progress) {
        await(states().save(site, progress, null));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
