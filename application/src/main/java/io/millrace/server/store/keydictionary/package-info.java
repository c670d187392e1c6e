// SPDX-License-Identifier: Apache-2.0
/**
 * Dictionaries that replace repeated keys of time series and attributes by short numbers, separately for each tenant.
 */
@NullMarked
package io.millrace.server.store.keydictionary;

import org.jspecify.annotations.NullMarked;
