// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link AlarmStore} must do. */
public abstract class AlarmStoreContract {

    private static final long NOW = 1_763_650_000_000L;

    private TenantId tenant;
    private EntityId device;

    /** The store under test; the same at each call within a test. */
    protected abstract AlarmStore store();

    /** Gives an alarm that exists another status, as a user does. */
    protected abstract void change(TenantId owner, AlarmId alarm, AlarmStatus status);

    /** A tenant that may own alarms. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    /** A device of the tenant that may have alarms. */
    protected EntityId newDevice(TenantId owner) {
        return new DeviceId(TimeOrderedUuid.next()).entity();
    }

    @BeforeEach
    final void makeADevice() {
        tenant = newTenant();
        device = newDevice(tenant);
    }

    private AlarmDraft draft(AlarmSeverity severity, long start, long end) {
        return new AlarmDraft(
                device,
                "Hot",
                severity,
                start,
                end,
                "{\"t\": 30}",
                new AlarmPropagation(false, true, false, List.of("Contains")));
    }

    private AlarmChange raise(AlarmDraft draft) {
        return get(store().raise(tenant, draft, NOW, null));
    }

    private Alarm raised() {
        return raise(draft(AlarmSeverity.MAJOR, NOW, NOW)).alarm();
    }

    private Optional<Alarm> find(TenantId owner, AlarmId alarm) {
        return get(store().find(owner, alarm));
    }

    private Optional<Alarm> active() {
        return get(store().findActive(tenant, device, "Hot"));
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void createsAnAlarmWhereNoneIsActive() {
        AlarmChange change = raise(draft(AlarmSeverity.MAJOR, NOW - 5, NOW));

        Alarm alarm = change.alarm();
        assertThat(change.isCreated()).isTrue();
        assertThat(change.isModified()).isTrue();
        assertThat(alarm.status()).isEqualTo(AlarmStatus.ACTIVE_UNACK);
        assertThat(alarm.severity()).isEqualTo(AlarmSeverity.MAJOR);
        assertThat(alarm.createdTime()).isEqualTo(NOW);
        assertThat(List.of(alarm.startTs(), alarm.endTs())).containsExactly(NOW - 5, NOW);
        assertThat(alarm.propagation())
                .isEqualTo(new AlarmPropagation(false, true, false, List.of("Contains")));
        assertThat(find(tenant, alarm.id())).contains(alarm);
        assertThat(active()).contains(alarm);
    }

    @Test
    void changesTheActiveAlarmInsteadOfASecondOne() {
        Alarm first = raised();

        AlarmChange change = raise(draft(AlarmSeverity.CRITICAL, NOW + 5, NOW + 10));

        assertThat(change.isCreated()).isFalse();
        assertThat(change.isModified()).isTrue();
        assertThat(change.isSeverityChanged()).isTrue();
        assertThat(change.before()).isEqualTo(first);
        assertThat(change.alarm().id()).isEqualTo(first.id());
        assertThat(change.alarm().startTs()).as("the earlier start").isEqualTo(NOW);
        assertThat(change.alarm().endTs()).isEqualTo(NOW + 10);
        assertThat(active()).contains(change.alarm());
    }

    @Test
    void anAlarmThatIsRaisedAgainWithTheSameContentIsNotModified() {
        raised();

        assertThat(raise(draft(AlarmSeverity.MAJOR, NOW, NOW)).isModified()).isFalse();
    }

    @Test
    void ofSeveralThatRaiseAnAlarmAtOnceOneCreatesIt() {
        List<CompletionStage<AlarmChange>> changes = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            changes.add(store().raise(tenant, draft(AlarmSeverity.MAJOR, NOW, NOW + i), NOW, null));
        }

        List<AlarmChange> all = changes.stream().map(AlarmStoreContract::get).toList();
        assertThat(all).filteredOn(AlarmChange::isCreated).hasSize(1);
        assertThat(all)
                .extracting(change -> change.alarm().id())
                .containsOnly(all.getFirst().alarm().id());
    }

    @Test
    void clearsAnAlarmAndReplacesItsDetails() {
        Alarm alarm = raised();

        AlarmChange change =
                get(store().clear(tenant, alarm.id(), "{\"t\": 20}", NOW + 7, null)).orElseThrow();

        assertThat(change.isCleared()).isTrue();
        assertThat(change.alarm().status()).isEqualTo(AlarmStatus.CLEARED_UNACK);
        assertThat(change.alarm().clearTs()).isEqualTo(NOW + 7);
        assertThat(change.alarm().details()).isEqualTo("{\"t\": 20}");
        assertThat(active()).isEmpty();
        assertThat(find(tenant, alarm.id())).contains(change.alarm());
    }

    @Test
    void anAlarmThatIsClearedWithoutDetailsKeepsThem() {
        Alarm alarm = raised();

        assertThat(get(store().clear(tenant, alarm.id(), null, NOW, null)))
                .map(change -> change.alarm().details())
                .contains(alarm.details());
    }

    @Test
    void aClearedAlarmStaysAsItIs() {
        Alarm alarm = raised();
        get(store().clear(tenant, alarm.id(), "{}", NOW, null));

        AlarmChange again =
                get(store().clear(tenant, alarm.id(), "[]", NOW + 9, null)).orElseThrow();

        assertThat(again.isCleared()).isFalse();
        assertThat(again.isModified()).isFalse();
        assertThat(again.alarm().clearTs()).isEqualTo(NOW);
    }

    @Test
    void theNextOccurrenceAfterAClearedAlarmIsANewOne() {
        Alarm first = raised();
        get(store().clear(tenant, first.id(), null, NOW, null));

        AlarmChange next = raise(draft(AlarmSeverity.MAJOR, NOW + 1, NOW + 1));

        assertThat(next.isCreated()).isTrue();
        assertThat(next.alarm().id()).isNotEqualTo(first.id());
    }

    @Test
    void operationsOnOneAlarmTakeEffectInTheirOrder() {
        Alarm alarm = raised();
        CompletionStage<Optional<AlarmChange>> cleared =
                store().clear(tenant, alarm.id(), null, NOW, null);
        CompletionStage<AlarmChange> next =
                store().raise(tenant, draft(AlarmSeverity.MINOR, NOW, NOW), NOW, null);

        assertThat(get(cleared).orElseThrow().isCleared()).isTrue();
        assertThat(get(next).isCreated()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void seesAChangeByAUserAtOnce(AlarmStatus changed) {
        Alarm alarm = raised();

        change(tenant, alarm.id(), changed);

        assertThat(find(tenant, alarm.id())).map(Alarm::status).contains(changed);
    }

    @Test
    void knowsNoAlarmThatDoesNotExist() {
        AlarmId none = new AlarmId(TimeOrderedUuid.next());

        assertThat(find(tenant, none)).isEmpty();
        assertThat(get(store().clear(tenant, none, null, NOW, null))).isEmpty();
        assertThat(active()).isEmpty();
    }

    @Test
    void knowsNoAlarmOfAnotherTenant() {
        Alarm alarm = raised();

        assertThat(find(newTenant(), alarm.id())).isEmpty();
        assertThat(get(store().clear(newTenant(), alarm.id(), null, NOW, null))).isEmpty();
        assertThat(get(store().findActive(newTenant(), device, "Hot"))).isEmpty();
    }
}
