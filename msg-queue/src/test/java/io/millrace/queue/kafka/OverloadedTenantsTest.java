// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OverloadedTenantsTest {

    private static final TenantId TENANT = new TenantId(new UUID(0, 1));
    private static final TenantId OTHER = new TenantId(new UUID(0, 2));

    private final Set<TenantId> here = new HashSet<>();
    private final Set<TenantId> told = new HashSet<>();
    private final Set<TenantId> ofOthers = new HashSet<>();
    private final AtomicLong now = new AtomicLong();
    private final OverloadedTenants overloaded =
            new OverloadedTenants(
                    () -> here,
                    tenants -> {
                        told.clear();
                        told.addAll(tenants);
                        return ofOthers;
                    },
                    now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
        overloaded.look();
    }

    @Test
    void containsThoseOfThisInstanceAtTheNextLookAndThoseOfOthersAtTheNextExchange() {
        here.add(TENANT);
        ofOthers.add(OTHER);
        overloaded.look();
        assertThat(overloaded.contains(TENANT)).isTrue();
        assertThat(overloaded.contains(OTHER)).isFalse();

        overloaded.share();
        assertThat(overloaded.contains(OTHER)).isTrue();

        here.clear();
        overloaded.look();
        assertThat(overloaded.contains(TENANT)).isFalse();
    }

    @Test
    void tellsTheOthersOfATenantThatStaysOverloadedWhileItsDevicesHereAreHeldBack() {
        here.add(TENANT);
        overloaded.look();
        overloaded.share();
        assertThat(told).isEmpty();

        pass(Duration.ofSeconds(1));
        overloaded.share();
        assertThat(told).containsExactly(TENANT);
    }

    @Test
    void tellsNothingOfATenantThatIsRelievedBetweenTheExchanges() {
        here.add(TENANT);
        overloaded.look();
        pass(Duration.ofMillis(900));
        here.clear();
        pass(Duration.ofMillis(100));
        here.add(TENANT);
        pass(Duration.ofMillis(100));

        overloaded.share();
        assertThat(told).isEmpty();
    }
}
