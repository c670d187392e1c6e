// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.demo;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.chains.transfer.RuleChainImport;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.platform.jdbc.StoredSettings;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.profile.ProfileService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sample rule chain of the simulated thermostats and the device profile that refers to it. Both are added once per
 * database: afterwards they belong to the users, who may change and delete them.
 */
@Component
final class ThermostatChain {

    /** Name of the chain and of the profile. */
    static final String NAME = "Thermostat";

    private static final String ADDED = "demo.thermostats.time";
    private static final String RESOURCE = "thermostat.json";

    private final RuleChainImport imports;
    private final ProfileRepository<DeviceProfile> profiles;
    private final ProfileService<DeviceProfile> profileService;
    private final StoredSettings settings;
    private final Clock clock;

    ThermostatChain(
            RuleChainImport imports,
            ProfileRepository<DeviceProfile> profiles,
            ProfileService<DeviceProfile> profileService,
            StoredSettings settings,
            Clock clock) {
        this.imports = imports;
        this.profiles = profiles;
        this.profileService = profileService;
        this.settings = settings;
        this.clock = clock;
    }

    /** Adds chain and profile if this was never done, in the transaction of the caller. */
    void addOnce(TenantId tenant) {
        if (settings.find(ADDED).isPresent()) {
            return;
        }
        // A profile of that name is a user's, who has chosen its chain.
        if (profiles.findByName(tenant, NAME).isEmpty()) {
            RuleChainId chain =
                    imports.importOne(
                                    Edit.service(tenant, "Created for the simulated devices"),
                                    file(),
                                    false)
                            .id();
            profileService.add(tenant, NAME, "Simulated thermostats", chain);
        }
        settings.getOrAdd(ADDED, () -> clock.instant().toString());
    }

    private static JsonNode file() {
        try (InputStream json = ThermostatChain.class.getResourceAsStream(RESOURCE)) {
            if (json == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            return JsonMapper.shared().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
