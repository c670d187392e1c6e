// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.node.ConfigurationUpgrade;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.TimeseriesReads;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.Map;

/**
 * Configuration of the nodes that add values of one entity under other names.
 *
 * @param dataMapping the key of each value, and the name under which it is written; templates both
 * @param dataToFetch what the keys are keys of
 * @param fetchTo where the values go
 */
public record MappedDataConfiguration(
        @JsonPropertyDescription(
                        "The key of each value, and the name under which it is written. Both may be templates.")
                @NotEmpty
                Map<String, @NotNull String> dataMapping,
        @JsonPropertyDescription(
                        "What the keys are keys of: server attributes, or latest telemetry.")
                @NotNull
                Data dataToFetch,
        @JsonPropertyDescription("Where the values go: into the payload or the metadata.") @NotNull
                FetchTo fetchTo) {

    static final MappedDataConfiguration DEFAULT =
            new MappedDataConfiguration(
                    Map.of("alarmThreshold", "threshold"), Data.ATTRIBUTES, FetchTo.METADATA);

    /** Version 0 knew the metadata only. */
    static final ConfigurationUpgrade UPGRADE =
            (_, configuration) -> {
                OlderConfiguration.rename(configuration, "attrMapping", "dataMapping");
                OlderConfiguration.replace(
                        configuration,
                        "telemetry",
                        "dataToFetch",
                        Data.LATEST_TELEMETRY,
                        Data.ATTRIBUTES);
                OlderConfiguration.setIfAbsent(configuration, "fetchTo", FetchTo.METADATA);
            };

    public MappedDataConfiguration {
        dataMapping = Absent.asEmpty(dataMapping);
    }

    /** What an entity has under keys. */
    public enum Data {
        ATTRIBUTES,
        LATEST_TELEMETRY
    }

    MappedValues values(AttributeStore attributes, TimeseriesReads timeseries) {
        return values(dataMapping, dataToFetch, fetchTo, attributes, timeseries);
    }

    /** In the payload a latest value that does not exist is null: scripts of existing chains may ask for it. */
    static MappedValues values(
            Map<String, String> names,
            Data data,
            FetchTo fetchTo,
            AttributeStore attributes,
            TimeseriesReads timeseries) {
        EntityValues values =
                switch (data) {
                    case ATTRIBUTES ->
                            EntityValues.attributes(attributes, AttributeScope.SERVER_SCOPE);
                    case LATEST_TELEMETRY -> EntityValues.latest(timeseries).orNull();
                };
        return MappedValues.byTemplates(names, values, fetchTo);
    }
}
