// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every {@link ActiveDevices} must do. */
public abstract class ActiveDevicesContract {

    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final DeviceId device = new DeviceId(TimeOrderedUuid.next());

    /** What is under test; the same at each call within a test. */
    protected abstract ActiveDevices devices();

    /** The stored due time of a device, or null if it has no entry. */
    protected abstract @Nullable Long dueAt(DeviceId device);

    private static boolean await(CompletionStage<Boolean> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void tellsWhetherADeviceHadAnEntry() {
        assertThat(await(devices().put(tenant, device, 10))).isTrue();
        assertThat(await(devices().put(tenant, device, 5))).isFalse();

        assertThat(dueAt(device)).isEqualTo(5);
    }

    @Test
    void movesTheDueTimeThatWasSeenAndNoOther() {
        await(devices().put(tenant, device, 10));

        assertThat(await(devices().move(device, 9, 20))).isFalse();
        assertThat(dueAt(device)).isEqualTo(10);
        assertThat(await(devices().move(device, 10, 20))).isTrue();
        assertThat(dueAt(device)).isEqualTo(20);
    }

    @Test
    void letsOneOfSeveralMovesSucceed() {
        await(devices().put(tenant, device, 10));

        List<CompletionStage<Boolean>> moves =
                Stream.of(20L, 30L, 40L).map(to -> devices().move(device, 10, to)).toList();

        assertThat(moves.stream().map(ActiveDevicesContract::await))
                .containsExactly(true, false, false);
        assertThat(dueAt(device)).isEqualTo(20);
    }

    @Test
    void removesADeviceThatIsAsItWasSeenAndNoOther() {
        DeviceId other = new DeviceId(TimeOrderedUuid.next());
        await(devices().put(tenant, device, 10));
        await(devices().put(tenant, other, 10));

        assertThat(await(devices().remove(device, 9))).isFalse();
        assertThat(dueAt(device)).isEqualTo(10);
        assertThat(await(devices().remove(device, 10))).isTrue();
        assertThat(dueAt(device)).isNull();
        assertThat(dueAt(other)).isEqualTo(10);
    }

    @Test
    void ignoresDevicesWithoutAnEntry() {
        assertThat(await(devices().move(device, 10, 20))).isFalse();
        assertThat(await(devices().remove(device, 10))).isFalse();

        assertThat(dueAt(device)).isNull();
    }

    @Test
    void appliesTheChangesOfADeviceInTheOrderOfTheCalls() {
        var _ = devices().put(tenant, device, 10);
        var _ = devices().move(device, 10, 20);
        var _ = devices().remove(device, 20);
        var _ = devices().put(tenant, device, 30);

        assertThat(await(devices().move(device, 30, 40))).isTrue();
        assertThat(dueAt(device)).isEqualTo(40);
    }
}
