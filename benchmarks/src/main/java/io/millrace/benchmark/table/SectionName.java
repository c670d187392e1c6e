// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.util.Locale;

/** The sections, in the order in which they are measured. */
enum SectionName {
    LOAD(true),
    IDLE(true),
    DEVICES(true),
    FOLLOWING(true),
    SCRIPTS(true),
    KAFKA(true),
    START(true),
    MEMORY(true),
    READS(true),
    GROWTH_DEVICES(true),
    GROWTH_GATEWAYS(true),
    GROWTH_CHAINS(true),
    GROWTH_TENANTS(true),
    ACTORS(false),
    MICRO(false),
    FAIRNESS(false),
    AGGREGATION(false);

    private final boolean usual;

    SectionName(boolean usual) {
        this.usual = usual;
    }

    /** As it is written in options and markers. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is measured when none is named. */
    boolean isUsual() {
        return usual;
    }

    Section section() {
        return switch (this) {
            case LOAD -> new LoadSection();
            case IDLE -> new IdleSection();
            case DEVICES -> new DevicesSection();
            case FOLLOWING -> new FollowingSection();
            case SCRIPTS -> new ScriptsSection();
            case KAFKA -> new KafkaSection();
            case START -> new StartSection();
            case MEMORY -> new MemorySection();
            case READS -> new ReadsSection();
            case GROWTH_DEVICES -> GrowthSection.ofDevices();
            case GROWTH_GATEWAYS -> GrowthSection.ofDevicesBehindGateways();
            case GROWTH_CHAINS -> GrowthSection.ofChains();
            case GROWTH_TENANTS -> GrowthSection.ofTenants();
            case ACTORS -> new ActorsSection();
            case MICRO -> new MicroSection();
            case FAIRNESS -> new FairnessSection();
            case AGGREGATION -> new AggregationSection();
        };
    }
}
