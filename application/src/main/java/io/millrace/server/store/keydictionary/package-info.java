// SPDX-License-Identifier: Apache-2.0
/** Short numbers for what is named again and again: the keys of time series and attributes, each tenant's its own. */
@NullMarked
package io.millrace.server.store.keydictionary;

import org.jspecify.annotations.NullMarked;
