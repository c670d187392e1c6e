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
 * @param dataMapping the key of each value, and the name under which it is written; both are templates
 * @param dataToFetch what the keys refer to
 * @param fetchTo where the values are written
 */
public record MappedDataConfiguration(
        @JsonPropertyDescription(
                        "The key of each value, and the name under which it is written. Both may be templates.")
                @NotEmpty
                Map<String, @NotNull String> dataMapping,
        @JsonPropertyDescription("What the keys refer to: server attributes or latest telemetry.")
                @NotNull
                Data dataToFetch,
        @JsonPropertyDescription("Where the values are written: payload or metadata.") @NotNull
                FetchTo fetchTo) {

    static final MappedDataConfiguration DEFAULT =
            new MappedDataConfiguration(
                    Map.of("alarmThreshold", "threshold"), Data.ATTRIBUTES, FetchTo.METADATA);

    /** Upgrades from version 0, which wrote to the metadata only. */
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

    /** What the keys refer to. */
    public enum Data {
        ATTRIBUTES,
        LATEST_TELEMETRY
    }

    MappedValues values(AttributeStore attributes, TimeseriesReads timeseries) {
        return values(dataMapping, dataToFetch, fetchTo, attributes, timeseries);
    }

    /** Writes a missing latest value to the payload as null, because scripts of existing chains may read it. */
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
