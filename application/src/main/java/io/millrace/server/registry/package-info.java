// SPDX-License-Identifier: Apache-2.0
/** Entities and their REST API: tenants, customers, users, devices, assets, profiles, relations, queues. */
@NullMarked
package io.millrace.server.registry;

import org.jspecify.annotations.NullMarked;
