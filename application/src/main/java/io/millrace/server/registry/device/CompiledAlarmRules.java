// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.rule.alarmrule.ProfileAlarmRules;
import io.millrace.server.registry.deviceprofile.DeviceProfile;

/** The alarm rules of profiles, read once for each version of a profile, and shared by its devices. Thread-safe. */
final class CompiledAlarmRules {

    private static final int MOST = 1_000;

    private final Cache<Version, ProfileAlarmRules> rules =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    private record Version(DeviceProfileId profile, long number) {}

    ProfileAlarmRules of(DeviceProfile profile) {
        return rules.get(
                new Version(profile.id(), profile.version()),
                _ -> ProfileAlarmRules.of(profile.alarmRules()));
    }
}
