// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Adds missing queues of isolated tenants when the service starts. */
@Component
final class MissingTenantQueues implements SmartLifecycle {

    private final TenantProfileService profiles;
    private volatile boolean running;

    MissingTenantQueues(TenantProfileService profiles) {
        this.profiles = profiles;
    }

    @Override
    public void start() {
        profiles.provideMissingQueues();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before any message runs. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
