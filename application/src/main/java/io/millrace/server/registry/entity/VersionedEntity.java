// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.server.web.entity.TenantEntity;

/** An entity of a tenant whose changes are counted, so that a save can detect a concurrent one. */
public interface VersionedEntity extends TenantEntity {

    /** Number of the stored state, from 1. */
    long version();
}
